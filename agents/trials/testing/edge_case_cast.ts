/** The players of the edge cases: each does one thing wrong, or right at a bad moment, at a table of its own. */
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import {
  chooses,
  type ForeignPlayer,
  foreignPlayer,
  HANG_UP,
  joins,
  SILENCE,
} from '../../../SHARED/testing/foreign_player.ts';

/** The stage of the cases: our manager, REF01 and P01, and all other agents from elsewhere. */
export interface Hall {
  readonly addresses: { readonly LM01: string; readonly REF01: string; readonly P01: string };
  sleep(ms: number): Promise<void>;
  /** Brings a text to an address just as it is; the text that comes back, empty if there is none. */
  post(address: string, text: string): Promise<string>;
  /** Lets a player listen somewhere. */
  seat(player: ForeignPlayer): Promise<string>;
  /** Starts the league; resolves when manager and agents have ended by themselves. */
  play(): Promise<void>;
  /** A file below the data folder. */
  file(path: string): Promise<string>;
  close(): Promise<void>;
}

/** A reply, in any envelope. */
export interface Reply {
  readonly id: Json;
  readonly result: JsonObject;
  readonly error: { readonly code: number; readonly data: JsonObject };
}

/** Calls a method of an agent. */
export async function call(hall: Hall, at: string, method: string, params: JsonObject): Promise<Reply> {
  return JSON.parse(await hall.post(at, JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }))) as Reply;
}

export const LEAGUE = 'league_2025_even_odd';

/** The operator's message that starts it. */
export function startLeague(auth_token: string): JsonObject {
  return { protocol: 'league.v2', message_type: 'START_LEAGUE', sender: 'launcher', auth_token, league_id: LEAGUE };
}

/** The number of answers the hasty one posts at once. */
export const AT_ONCE = 20;

/** The replies that players of the cases heard to what they did on their own. */
export interface Overheard {
  readonly posted: Reply[];
  early?: JsonObject;
  readonly ours: { [what: string]: JsonObject };
}

/** The players by the ids they ask for. In the only round P02 meets P01, and the others each meet a blameless one. */
export function castOf(
  hall: Hall,
  overheard: Overheard,
  ticket: () => Promise<string>,
): { [id: string]: ForeignPlayer } {
  const late = (answer: (call: JsonObject) => JsonObject, ms: number) => async (asked: JsonObject) => {
    await hall.sleep(ms);
    return answer(asked);
  };
  const even = (asked: JsonObject) => chooses(asked, 'even');
  let referee = '';

  return {
    P02: foreignPlayer({ notify_round: disturb }),
    P03: foreignPlayer({ handle_game_invitation: () => SILENCE }),
    P04: foreignPlayer({ choose_parity: () => SILENCE }),
    P05: foreignPlayer({ choose_parity: (asked) => chooses(asked, 'both') }),
    P06: foreignPlayer({ choose_parity: (asked, nth) => chooses(asked, nth < 3 ? 7 : 'odd') }),
    P07: foreignPlayer({ handle_game_invitation: () => '{"jsonrpc":"2.0","result":{"accept":' }),
    P08: foreignPlayer({ choose_parity: (asked) => chooses(asked) }),
    P09: foreignPlayer({ choose_parity: () => HANG_UP }),
    P10: foreignPlayer({ handle_game_invitation: notesReferee, choose_parity: postsAtOnce }),
    P11: foreignPlayer({
      handle_game_invitation: late(joins, 150),
      choose_parity: late(even, 100),
      notify_round: late(heard, 50),
    }),
    P12: foreignPlayer({ handle_game_invitation: choosesFirst }),
    ...Object.fromEntries(numbered(13, 22).map((id) => [id, foreignPlayer()])),
  };

  function notesReferee(invitation: JsonObject): JsonObject {
    referee = String(invitation['referee_endpoint']);
    return joins(invitation);
  }

  /** Posts the same answer many times over, all at once, and only acknowledges the call itself. */
  async function postsAtOnce(asked: JsonObject): Promise<JsonObject> {
    const posts = numbered(1, AT_ONCE).map(() => call(hall, referee, 'choose_parity', chooses(asked, 'odd')));
    overheard.posted.push(...(await Promise.all(posts)));
    return { status: 'ok' };
  }

  async function choosesFirst(invitation: JsonObject): Promise<JsonObject> {
    const { result } = await call(
      hall,
      String(invitation['referee_endpoint']),
      'any_method',
      chooses(invitation, 'odd'),
    );
    overheard.early = result;
    return joins(invitation);
  }

  /** While the manager waits for its acknowledgement no match begins: time to bother P01 out of turn. */
  async function disturb(announcement: JsonObject): Promise<JsonObject> {
    const at = hall.addresses.P01;
    while ((await call(hall, at, 'get_player_state', {})).result['round_id'] !== announcement['round_id'])
      await hall.sleep(5);
    const say = async (method: string, body: JsonObject, auth_token: string) =>
      (
        await call(hall, at, method, {
          protocol: 'league.v2',
          sender: 'referee:REF01',
          auth_token,
          match_id: 'R1M1',
          ...body,
        })
      ).result;
    const known = await ticket();
    overheard.ours['forged'] = await say('notify_match_result', GAME_OVER, 'tkt_guessed');
    overheard.ours['over'] = await say('notify_match_result', GAME_OVER, known);
    overheard.ours['choice'] = await say('choose_parity', CHOOSE_PARITY_CALL, known);
    return heard();
  }
}

const heard = (): JsonObject => ({ status: 'acknowledged' });

const GAME_OVER: JsonObject = {
  message_type: 'GAME_OVER',
  game_type: 'even_odd',
  game_result: { status: 'DRAW', winner_player_id: null, choices: {}, reason: 'nobody has played yet' },
};

const CHOOSE_PARITY_CALL: JsonObject = {
  message_type: 'CHOOSE_PARITY_CALL',
  game_type: 'even_odd',
  player_id: 'P01',
  context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
  deadline: '2099-01-01T00:00:00.000Z',
};

/** P13 to P22 and the like. */
function numbered(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `P${String(first + i).padStart(2, '0')}`);
}
