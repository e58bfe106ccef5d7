/** The mind of a player of document 000: it joins, it chooses EVEN and ODD in turn, and it checks what it is told. */
import { answerTo, checkMessage } from './flat_documents.mjs';
import { complain, is, leave, say } from './stand_in.mjs';

const CHOICES = ['EVEN', 'ODD'];

/** The mind of one player: from a message to its answer, undefined where document 000 has none. */
export function flatMind(me) {
  /** By match: its conversation, and what this player chose. */
  const matches = new Map();
  let league;

  /** The league it was registered in; everything else must be about the same. */
  function registered(response) {
    checkMessage(response, { status: is('registered'), player_id: is(me) });
    league = response.league_id;
  }

  function answer(message) {
    const { message_type, match_id, conversation_id } = message;
    const match = matches.get(match_id);
    const ours = league === undefined ? {} : { league_id: is(league) };
    switch (message_type) {
      case 'GAME_INVITATION':
        checkMessage(message, { ...ours, player_id: is(me) });
        matches.set(match_id, { conversation_id, choice: CHOICES[matches.size % 2] });
        return answerTo(message, 'GAME_JOIN_ACK', me);
      case 'CHOOSE_PARITY_CALL':
        // 000, section 9: verify that the conversation is the invitation's.
        checkMessage(message, { ...ours, player_id: is(me), conversation_id: is(match?.conversation_id) });
        return answerTo(message, 'PARITY_CHOICE', me, { choice: match?.choice });
      case 'GAME_OVER':
        checkMessage(message, { ...ours, conversation_id: is(match?.conversation_id) });
        checkResult(message, match?.choice);
        say(`${match_id} was won by ${message.winner}`);
        return undefined;
      case 'SHUTDOWN_COMMAND':
        checkMessage(message);
        leave();
        return undefined;
      default:
        checkMessage(message, ours);
        if (message_type.endsWith('_ERROR')) complain(`${me} was told of an error: ${JSON.stringify(message)}`);
        return undefined;
    }
  }

  /** Who alone guessed right wins, and nobody else. */
  function checkResult({ match_id, winner, drawn_number, player_a_choice, player_b_choice }, own) {
    const chosen = [player_a_choice, player_b_choice];
    const won = player_a_choice !== player_b_choice && own === CHOICES[drawn_number % 2];
    if (!chosen.includes(own)) complain(`${match_id}: ${me} chose ${own}, which is neither of ${chosen}`);
    if ((winner === 'DRAW') !== (player_a_choice === player_b_choice))
      complain(`${match_id}: ${chosen} gives ${winner}`);
    if ((winner === me) !== won)
      complain(`${match_id}: ${me} chose ${own}, the number is ${drawn_number}, yet ${winner} won`);
  }

  return { registered, answer };
}
