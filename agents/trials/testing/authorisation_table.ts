/** The authorisation table: one row for every method of every role, one column for every kind of token. */
import type { Role } from '../../../SHARED/contracts/contract.ts';

/** The bearer of the token in a message. */
export const BEARERS = [
  ...['none', 'own', 'another player', 'assigned referee', 'another referee'],
  ...['operator', 'expired', 'another league', 'another audience'],
] as const;
export type Bearer = (typeof BEARERS)[number];

/** Answered as it is meant to be; anything else is the code it is refused with. */
export const LET_IN = 'ok';

export interface Row {
  readonly method: string;
  readonly answers: { readonly [B in Bearer]: string };
}

function row(method: string, codes: string): Row {
  const cells = codes.trim().split(/ +/);
  if (cells.length !== BEARERS.length) throw new RangeError(`${method} has ${cells.length} cells`);
  return { method, answers: Object.fromEntries(BEARERS.map((bearer, i) => [bearer, cells[i]])) as Row['answers'] };
}

/** Only the rightful token opens; `own` is what its bearer is told. */
const closed = (method: string, own = LET_IN) => row(method, `E011 ${own} E012 E012 E012 E012 E012 E012 E012`);
/** A look needs no token and takes none. */
const open = (method: string) => row(method, 'ok ok ok ok ok ok ok ok ok');
/** A posted answer is proved by its conversation; one of a match that is over is about another match. */
const posted = (type: string, own = LET_IN) => row(type, `E012 ${own} E012 E012 E012 E012 E008 E012 E012`);

/**
 * The subject is match R2M1, between P03 and P01 and run by REF01: `own` is the token of the rightful sender for this
 * receiver. To registrations a token that is not known is none: its bearer asks for a name or an id that is taken, and the
 * agent that has them says that the registration is not its own.
 */
export const TABLE: { readonly [R in Role]: readonly Row[] } = {
  league_manager: [
    //                          none own  player assigned another operator expired league audience
    row('register_player', '     E016 ok   E016   E016     E016    E016     E016    E016   E016'),
    row('register_referee', '    E016 ok   E016   ok       E016    E016     E016    E016   E016'),
    row('start_league', '        E011 ok   E006   E006     E006    ok       E012    E012   E012'),
    row('league_query', '        E011 ok   ok     ok       ok      ok       E012    E012   E012'),
    row('report_match_result', ' E011 ok   E006   ok       E006    E006     E012    E012   E012'),
    row('command_agent', '       E011 ok   E006   E006     E006    ok       E012    E012   E012'),
    row('pause_league', '        E011 ok   E006   E006     E006    ok       E012    E012   E012'),
    row('shutdown', '            E011 ok   E006   E006     E006    ok       E012    E012   E012'),
    open('ping'),
    open('get_status'),
    open('get_standings'),
    open('get_matches'),
  ],
  referee: [
    closed('run_match'),
    closed('notify_round'),
    closed('update_standings'),
    closed('notify_round_completed'),
    closed('notify_league_completed'),
    closed('notify_league_error'),
    closed('shutdown'),
    posted('GAME_JOIN_ACK'),
    posted('CHOOSE_PARITY_RESPONSE'),
    posted('GAME_MOVE_RESPONSE', 'E007'),
    open('ping'),
    open('get_match_state'),
  ],
  player: [
    closed('handle_game_invitation'),
    closed('choose_parity'),
    closed('game_move'),
    closed('notify_match_result'),
    closed('notify_game_error'),
    closed('notify_round'),
    closed('update_standings'),
    closed('notify_round_completed'),
    closed('notify_league_completed'),
    closed('notify_league_error'),
    closed('shutdown'),
    open('ping'),
    open('get_player_state'),
  ],
};
