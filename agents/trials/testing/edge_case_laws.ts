/** The edge cases of spec 004 (quality checklist, "Edge Case Tests"), as a suite for every way to play a league. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoundsFile } from '../../../SHARED/contracts/files/league_data.ts';
import type { MatchRecord } from '../../../SHARED/contracts/files/match.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { type ForeignPlayer, registration } from '../../../SHARED/testing/foreign_player.ts';
import { derivedTokens } from '../../league_manager/registration/tokens.ts';
import { AT_ONCE, call, castOf, type Hall, LEAGUE, type Overheard } from './edge_case_cast.ts';

/** In the words and the order of the specification. */
const CASES = [
  'Player timeout on GAME_JOIN_ACK',
  'Player timeout on PARITY_CHOICE',
  'Invalid parity choice value',
  'Malformed JSON message',
  'Missing required fields',
  'Duplicate registration',
  'Agent disconnection mid-game',
  'Concurrent message handling',
  'Out-of-order messages',
  'Network latency simulation',
] as const;

/** All players play in one league of one round, each case at a table of its own. */
export function edgeCaseLaws(where: string, open: () => Promise<Hall>): void {
  const told = new Set<string>();
  const edge = (number: number, fact: string, run: () => Promise<void> | void) => {
    told.add(CASES[number - 1] as string);
    test(`${number}. ${CASES[number - 1]}: ${fact}`, run);
  };

  describe(`edge cases ${where}`, () => {
    const overheard: Overheard = { posted: [], ours: {} };
    let hall: Hall;
    let cast: { readonly [id: string]: ForeignPlayer };
    const addresses = new Map<string, string>();
    const tokens = new Map<string, string>();

    beforeAll(async () => {
      hall = await open();
      cast = castOf(hall, overheard, ticket);
      for (const [id, player] of Object.entries(cast)) {
        addresses.set(id, await hall.seat(player));
        const { result } = await register(`Agent ${id}`, id);
        expect(result).toMatchObject({ status: 'ACCEPTED', player_id: id });
        tokens.set(id, String(result['auth_token']));
      }
    });
    afterAll(() => hall?.close());

    const register = (name: string, id: string, more: JsonObject = {}) =>
      call(hall, hall.addresses.LM01, 'register_player', {
        ...registration(name, addresses.get(id) ?? addresses.get('P05') ?? '', id),
        ...more,
      });

    async function ticket(): Promise<string> {
      const { result } = await call(hall, hall.addresses.LM01, 'get_status', {});
      const secret = (await hall.file(`leagues/${LEAGUE}/secret`)).trim();
      return derivedTokens(secret, LEAGUE, String(result['run_id'])).ticket('P01', 'R1M1', 1);
    }

    describe('before play', () => {
      edge(4, 'garbage is answered -32700 by every agent', async () => {
        for (const address of Object.values(hall.addresses)) {
          for (const garbage of ['', '{"jsonrpc":"2.0","method":', 'hello', '\u0000']) {
            const reply = JSON.parse(await hall.post(address, garbage));
            expect(reply, `${address} to ${garbage}`).toMatchObject({
              jsonrpc: '2.0',
              error: { code: -32700 },
              id: null,
            });
          }
        }
      });

      edge(5, 'a registration without display_name is answered -32602 with E003', async () => {
        const { player_meta, ...rest } = registration('', 'http://localhost:1/mcp', 'P99');
        const { display_name: _missing, ...meta } = player_meta as JsonObject;
        const { error } = await call(hall, hall.addresses.LM01, 'register_player', { ...rest, player_meta: meta });
        expect(error).toMatchObject({ code: -32602, data: { error_code: 'E003' } });
        expect(error.data['error_description']).toContain('player_meta.display_name');
      });

      edge(6, 'a taken name or id is refused', async () => {
        const refused = {
          status: 'REJECTED',
          player_id: null,
          auth_token: null,
          reason: 'Duplicate name',
          error_code: 'E016',
        };
        expect((await register('agent  p05', 'P99')).result).toMatchObject(refused);
        expect((await register('Somebody else', 'p05')).result).toMatchObject(refused);
      });

      edge(6, 'the same agent again keeps its id, with its own token or as a retry', async () => {
        const retried = await register('Agent P22', 'P22');
        expect(retried.result).toMatchObject({ status: 'ACCEPTED', player_id: 'P22' });
        const again = await register('Agent P22', 'P22', { auth_token: String(retried.result['auth_token']) });
        expect(again.result).toMatchObject({ status: 'ACCEPTED', player_id: 'P22' });
        expect(new Set([tokens.get('P22'), retried.result['auth_token'], again.result['auth_token']]).size).toBe(2);
        const { result } = await call(hall, hall.addresses.LM01, 'get_status', {});
        expect(result['players']).toBe(22);
      });

      edge(8, 'many messages at once are all answered, each with its own answer', async () => {
        const message = (id: number) => ({ jsonrpc: '2.0', method: id % 3 === 0 ? 'no_such_method' : 'ping', id });
        for (const address of Object.values(hall.addresses)) {
          const posts = Array.from({ length: 60 }, (_, id) => hall.post(address, JSON.stringify(message(id))));
          for (const [id, text] of (await Promise.all(posts)).entries()) {
            const { error, ...reply } = JSON.parse(text);
            expect(reply).toMatchObject(id % 3 === 0 ? { id } : { id, result: {} });
            expect(error?.code).toBe(id % 3 === 0 ? -32601 : undefined);
          }
        }
      });
    });

    describe('in play', () => {
      let matches: RoundsFile['rounds'][number]['matches'];

      beforeAll(async () => {
        await hall.play();
        const rounds = JSON.parse(await hall.file(`leagues/${LEAGUE}/rounds.json`)) as RoundsFile;
        expect(rounds.rounds.map(({ status }) => status)).toEqual(['COMPLETED']);
        matches = rounds.rounds.flatMap((round) => round.matches);
      });

      const player = (id: string) => cast[id] as ForeignPlayer;
      const tableOf = (id: string) => {
        const match = matches.find(
          ({ player_a, player_b }) => player_a === id || player_b === id,
        ) as (typeof matches)[number];
        return { match, opponent: match.player_a === id ? match.player_b : match.player_a };
      };
      const errorsOf = (id: string) =>
        player(id)
          .told('notify_game_error')
          .map(({ error_code, retry_count }) => [error_code, retry_count]);

      /** The player lost by its own fault, was told after each attempt, and its opponent has the points. */
      async function expectForfeit(id: string, how: { cause: string; code: string; asked: string }): Promise<void> {
        const { match, opponent } = tableOf(id);
        expect(match).toMatchObject({ status: 'TECHNICAL_LOSS', termination: how.cause, winner: opponent });
        expect(match.score).toEqual({ [id]: 0, [opponent]: 3 });
        expect(match.reason).toContain(id);
        const { result } = JSON.parse(await hall.file(`matches/${LEAGUE}/${match.match_id}.json`)) as MatchRecord;
        expect(result?.faults).toMatchObject([{ player_id: id, cause: how.cause }]);
        expect(player(opponent).told('notify_match_result')).toMatchObject([
          { game_result: { winner_player_id: opponent } },
        ]);
        if (player(id).methods.includes('shutdown')) {
          expect(errorsOf(id)).toEqual([
            [how.code, 1],
            [how.code, 2],
            [how.code, 3],
          ]);
          for (const error of player(id).told('notify_game_error')) {
            const retryable = Number(error['retry_count']) < 3;
            const action_required = retryable ? how.asked : null;
            expect(error).toMatchObject({ affected_player: id, action_required, retryable, max_retries: 3 });
          }
          const last = player(id).told('notify_game_error').at(-1);
          expect(match.reason).toContain(String(last?.['error_description']));
        }
      }

      function expectPlayed(id: string): void {
        const { match, opponent } = tableOf(id);
        expect(match.termination, match.reason).toBe('normal');
        expect(['WIN', 'DRAW']).toContain(match.status);
        expect(Object.keys(match.score ?? {}).sort()).toEqual([id, opponent].sort());
      }

      const join = 'GAME_JOIN_ACK';
      const choice = 'CHOOSE_PARITY_RESPONSE';

      edge(1, 'three silent invitations forfeit the match', async () => {
        await expectForfeit('P03', { cause: 'timeout', code: 'E001', asked: join });
        expect(player('P03').told('handle_game_invitation')).toHaveLength(3);
        expect(player('P03').told('choose_parity')).toEqual([]);
      });

      edge(2, 'three silent calls forfeit the match', async () => {
        await expectForfeit('P04', { cause: 'timeout', code: 'E001', asked: choice });
        expect(player('P04').told('choose_parity')).toHaveLength(3);
      });

      edge(3, 'three invalid choices forfeit the match', async () => {
        await expectForfeit('P05', { cause: 'invalid_choice', code: 'E004', asked: choice });
      });

      edge(3, 'a player that corrects itself in time plays on', () => {
        expectPlayed('P06');
        expect(errorsOf('P06')).toEqual([
          ['E004', 1],
          ['E004', 2],
        ]);
      });

      edge(4, 'a player that answers garbage forfeits the match', async () => {
        await expectForfeit('P07', { cause: 'bad_answer', code: 'E002', asked: join });
      });

      edge(5, 'an answer without a choice is no valid choice', async () => {
        await expectForfeit('P08', { cause: 'invalid_choice', code: 'E004', asked: choice });
        expect(player('P08').told('choose_parity')).toHaveLength(3);
      });

      edge(7, 'a player that goes away in the middle of a match forfeits it', async () => {
        await expectForfeit('P09', { cause: 'unreachable', code: 'E009', asked: choice });
        expect(player('P09').methods.at(-1)).toBe('choose_parity');
      });

      edge(8, 'an answer posted many times at once counts once', () => {
        expectPlayed('P10');
        expect(overheard.posted.map(({ result }) => result)).toEqual(Array(AT_ONCE).fill({ status: 'ok' }));
        expect(errorsOf('P10')).toEqual([]);
      });

      edge(9, 'a choice before the seat is taken changes nothing', () => {
        expect(overheard.early).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E007' });
        expectPlayed('P12');
        expect(errorsOf('P12')).toEqual([]);
      });

      edge(9, 'our player answers out of turn, to its referee alone, and still plays its match', () => {
        expect(overheard.ours['forged']).toMatchObject({ message_type: 'GAME_ERROR', error_code: 'E012' });
        expect(overheard.ours['over']).toMatchObject({ message_type: 'GAME_OVER_ACK', status: 'acknowledged' });
        expect(overheard.ours['choice']).toMatchObject({ message_type: choice, match_id: 'R1M1', player_id: 'P01' });
        expect(tableOf('P02').match).toMatchObject({ match_id: 'R1M1', player_a: 'P01' });
        expectPlayed('P02');
      });

      edge(10, 'answers that take their time, but not all of it, count', () => {
        expectPlayed('P11');
        expect(errorsOf('P11')).toEqual([]);
      });

      test('the league completes: every match has its result, and everybody who is there is told', () => {
        expect(matches).toHaveLength(11);
        expect(matches.map(({ status }) => status)).not.toContain(null);
        const gone = Object.keys(cast).filter((id) => player(id).told('notify_league_completed').length !== 1);
        expect(gone).toEqual(['P09']);
      });
    });

    test('every case of the specification is among these', () => {
      expect([...told].sort()).toEqual([...CASES].sort());
    });
  });
}
