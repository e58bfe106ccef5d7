/** The edge cases in virtual time, with the limits of the specification: no second of them is waited for. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RoundsFile, StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { later, sleep } from '../../SHARED/core/clock.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import {
  chooses,
  foreignPlayer,
  HANG_UP,
  registration,
  type Says,
  SILENCE,
} from '../../SHARED/testing/foreign_player.ts';
import { Flags } from '../launcher/options.ts';
import { call, type Hall, LEAGUE, startLeague } from './testing/edge_case_cast.ts';
import { edgeCaseLaws } from './testing/edge_case_laws.ts';
import { shippedCast, shippedSettings, startInVirtualTime } from './testing/rehearsal_in_process.ts';

const OPERATOR = 'op_edge_cases';

edgeCaseLaws('in virtual time', () => openHall({ max_rounds: 1 }));

test('a player that never says anything loses its matches and nothing else: the league completes', async () => {
  const hall = await openHall({});
  const silent: Says = () => SILENCE;
  const mute = { notify_round: silent, handle_game_invitation: silent, shutdown: silent };
  const cast = { P02: foreignPlayer(), P03: foreignPlayer(), P04: foreignPlayer(mute) };
  for (const [id, player] of Object.entries(cast)) {
    const params = registration(`Agent ${id}`, await hall.seat(player), id);
    const { result } = await call(hall, hall.addresses.LM01, 'register_player', params);
    expect(result).toMatchObject({ status: 'ACCEPTED', player_id: id });
  }
  await hall.play();

  const { rounds } = JSON.parse(await hall.file(`leagues/${LEAGUE}/rounds.json`)) as RoundsFile;
  const matches = rounds.flatMap((round) => round.matches);
  const [lost, others] = ['R1M2 R2M2 R3M1', 'R1M1 R2M1 R3M2'].map((ids) =>
    matches.filter(({ match_id }) => ids.includes(match_id)),
  );
  expect(others?.map(({ termination }) => termination)).toEqual(['normal', 'normal', 'normal']);
  expect(lost?.map(({ termination, winner }) => `${termination} ${winner}`)).toEqual([
    'timeout P03',
    'timeout P02',
    'timeout P01',
  ]);
  const { standings } = JSON.parse(await hall.file(`leagues/${LEAGUE}/standings.json`)) as StandingsFile;
  expect(standings.at(-1)).toMatchObject({ player_id: 'P04', points: 0, losses: 3, technical_losses: 3 });
});

test.each([
  { flags: [], calls: 3 },
  { flags: ['strict'], calls: 1 },
])('a player that makes no valid choice is asked $calls times with $flags', async ({ flags, calls }) => {
  const hall = await openHall({ max_rounds: 1 }, flags);
  const wrong = foreignPlayer({ choose_parity: (params) => chooses(params, 'both') });
  const right = [foreignPlayer(), foreignPlayer()];
  for (const [i, player] of [wrong, ...right].entries()) {
    const params = registration(`Agent ${i}`, await hall.seat(player), `P0${i + 2}`);
    await call(hall, hall.addresses.LM01, 'register_player', params);
  }
  await hall.play();
  expect(wrong.told('choose_parity')).toHaveLength(calls);
  expect(wrong.told('notify_game_error')).toHaveLength(calls);
  expect(wrong.told('notify_match_result')).toMatchObject([{ game_result: { termination: 'invalid_choice' } }]);
});

/** Our manager, REF01 and P01 on a clock that nobody waits for. */
async function openHall(schedule: { readonly max_rounds?: number }, switches: readonly string[] = []): Promise<Hall> {
  let seats = 0;
  const shipped = await shippedSettings(['memory:'], new Flags(switches.map((name) => [name, true])));
  const cast = await shippedCast();
  const { clock, disk, wire, run, untilEnded } = await startInVirtualTime({
    settings: {
      ...shipped,
      config: { ...shipped.config, schedule: { algorithm: 'round_robin', legs: 1, ...schedule } },
    },
    cast: { referees: cast.referees.slice(0, 1), players: cast.players.slice(0, 1) },
    operatorToken: OPERATOR,
  });

  const hall: Hall = {
    addresses: { LM01: 'memory:LM01', REF01: 'memory:REF01', P01: 'memory:P01' },
    sleep: (ms) => sleep(clock, ms),
    async post(address, text) {
      return unwrap(await wire.send(address, text, later(clock.monotonic(), 600_000))).text ?? '';
    },
    async seat(player) {
      const address = `memory:seat-${++seats}`;
      const listener = unwrap(
        await wire.listen(address, async (text) => {
          const said = await player.answer(text);
          if (said === HANG_UP) await listener.close();
          return said === HANG_UP || said === SILENCE ? new Promise<never>(() => undefined) : said;
        }),
      );
      return address;
    },
    async play() {
      expect(await call(hall, 'memory:LM01', 'start_league', startLeague(OPERATOR))).toMatchObject({
        result: { status: 'running' },
      });
      await untilEnded();
    },
    async file(path) {
      return disk.files().get(join('/data', path)) ?? '';
    },
    close: () => run.stop('the cases are played'),
  };
  return hall;
}
