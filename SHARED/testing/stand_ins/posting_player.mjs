/**
 * A player written from document 000, for which an answer is a message of its own: it acknowledges every call with
 * {"status":"ok"} and posts GAME_JOIN_ACK and PARITY_CHOICE a little later, to where its referee is said to be.
 * Usage: node posting_player.mjs MANAGER ID [MILLISECONDS]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { flat } from './flat_documents.mjs';
import { flatMind } from './flat_mind.mjs';
import { complain, listen, post, say } from './stand_in.mjs';

const [manager, me, later = '40'] = process.argv.slice(2);
const mind = flatMind(me);
/** By match, where its referee is: as the announcement says, and the invitation if it says so too. */
const referees = new Map();

const endpoint = await listen((message) => {
  for (const { match_id, referee_endpoint } of message.matches ?? [message]) {
    if (referee_endpoint !== undefined) referees.set(match_id, referee_endpoint);
  }
  const answer = mind.answer(message);
  if (answer !== undefined) postLater(answer).catch((problem) => complain(`${answer.message_type}: ${problem}`));
  return { status: 'ok' };
});
mind.registered(await post(manager, flat('LEAGUE_REGISTER_REQUEST', { player_id: me, endpoint })));
say(`${me} is registered at ${endpoint}`);

async function postLater(answer) {
  await sleep(Number(later));
  const referee = referees.get(answer.match_id);
  if (referee === undefined) throw new Error(`nobody said where the referee of ${answer.match_id} is`);
  const reply = await post(referee, answer);
  if (reply.message_type?.endsWith('_ERROR')) throw new Error(JSON.stringify(reply));
}
