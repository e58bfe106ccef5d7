/** A seat is the same on every wire: the league is played by tools over memory, HTTP and pipes, from one list. */
import { expect, test } from 'vitest';
import { systemClock } from '../../SHARED/core/clock.ts';
import { systemEntropy } from '../../SHARED/core/entropy.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { unwrap } from '../../SHARED/core/result.ts';
import { memoryDisk } from '../../SHARED/league_sdk/disk/memory_disk.ts';
import { fileLedgerStore } from '../../SHARED/league_sdk/ledger/file.ts';
import { USUAL_LOGS } from '../../SHARED/league_sdk/logs/logs.ts';
import { memoryNetwork } from '../../SHARED/league_sdk/transport/memory.ts';
import { stdioHub } from '../../SHARED/league_sdk/transport/pipe/hub.ts';
import { stdioTransport } from '../../SHARED/league_sdk/transport/pipe/pipe_transport.ts';
import type { Transport } from '../../SHARED/league_sdk/transport/transport.ts';
import { gameOf, games, judge } from '../../SHARED/testing/shipped_games.ts';
import { pipeHere } from '../../SHARED/testing/stdio_pipes.ts';
import { seatsOf } from '../launcher/world/gateway.ts';
import { systemEffects } from '../launcher/world/installation.ts';
import { seatAddresses } from '../launcher/world/wires_http.ts';
import { startManager } from '../league_manager/manager.ts';
import { startPlayer } from '../player/player.ts';
import { alwaysPlaying } from '../player/strategies/always.ts';
import { startReferee } from '../referee/referee.ts';
import { shippedSettings } from './testing/rehearsal_in_process.ts';

const clock = systemClock;

interface Wire {
  readonly name: string;
  readonly scheme: string;
  /** Gives each party a transport of its own. */
  lay(): () => Transport;
  addressOf(id: string): string;
  seatAt(place: number): string;
}

const WIRES: readonly Wire[] = [
  {
    name: 'memory',
    scheme: 'memory:',
    lay() {
      const network = memoryNetwork({ clock });
      return () => network.transport();
    },
    addressOf: (id) => `memory:${id}`,
    seatAt: (place) => `memory:SEAT${place}`,
  },
  {
    name: 'HTTP',
    scheme: 'http:',
    lay: () => () => systemEffects('agent').transport,
    addressOf: () => 'http://localhost:0/mcp',
    seatAt: seatAddresses('http://localhost:0/mcp'),
  },
  {
    name: 'pipes',
    scheme: 'stdio:',
    lay() {
      const hub = stdioHub({ clock, warn: () => undefined });
      return () => {
        const { agent, holder } = pipeHere();
        hub.attach('child', holder);
        return stdioTransport({ ...agent, clock });
      };
    },
    addressOf: (id) => `stdio:${id}`,
    seatAt: (place) => `stdio:SEAT${place}`,
  },
];

test.each(WIRES)('a client plays by tools over $name', async ({ scheme, lay, addressOf, seatAt }) => {
  const transportOf = lay();
  const disk = memoryDisk();
  const places = { data: '/data', logs: '/logs' };
  const settings = { ...(await shippedSettings([scheme])), keep: true };
  const { league_id, game_type } = settings.config;
  const world = { clock, entropy: systemEntropy, disk, transport: transportOf(), logs: USUAL_LOGS };
  const store = fileLedgerStore(disk, places.data);
  const seats = seatsOf({
    game_types: games.types,
    effects: world,
    places,
    store,
    league_id,
    addressOf: seatAt,
    rules: unwrap(gameOf('even_odd')),
    onTrouble: expect.unreachable,
  });
  const effects = { ...world, transport: seats.outlasting(world.transport) };
  const listen = addressOf('LM01');
  const manager = unwrap(await startManager({ effects, places, settings, judge, ledgers: store, listen }));
  await seats.open(manager);
  const common = { places, manager: manager.address, game_types: [game_type] };
  const own = (id: string) => ({ id, effects: { ...world, transport: transportOf() }, listen: addressOf(id) });
  const hall = { display_name: 'Referee', gameOf, max_concurrent_matches: 8 };
  const referee = unwrap(await startReferee({ ...common, ...hall, ...own('REF01') }));
  const rival = { display_name: 'Rival', strategy: alwaysPlaying('odd') };
  const player = unwrap(await startPlayer({ ...common, ...rival, ...own('P01') }));

  const call = async (name: string, given: JsonObject): Promise<JsonObject> => {
    const tool = seats.tools.find((each) => each.name === name);
    const origin = { address: 'here', receivedAt: clock.monotonic() };
    const answer = await tool?.run(given, { origin, signal: new AbortController().signal });
    expect(answer?.failed, answer?.text).not.toBe(true);
    return answer?.data ?? {};
  };
  const seat_token = (await call('join_league', { display_name: 'Model' }))['seat_token'] as Json;
  unwrap(await manager.startLeague());
  const turn = await call('wait_for_turn', { seat_token });
  expect(turn).toMatchObject({ status: 'your_turn', opponent_id: 'P01' });
  await call('make_move', { seat_token, wait_sec: 0, match_id: turn['match_id'] as Json, move: 'even' });
  let word: JsonObject = {};
  while (word['status'] !== 'league_over') word = await call('wait_for_turn', { seat_token });
  expect(word).toMatchObject({ your_row: { player_id: 'P02', played: 1 } });
  // Whoever asks again has surely heard it, and nobody waits for it any longer.
  expect(await call('wait_for_turn', { seat_token })).toMatchObject({ status: 'league_over' });
  await Promise.all([manager, referee, player].map((agent) => agent.stop('the test is over')));
});

test('a manager that listens at all addresses gives seats that can be called', async () => {
  const settings = await shippedSettings(['http:']);
  const places = { data: '/data', logs: '/logs' };
  const effects = { ...systemEffects('agent'), disk: memoryDisk() };
  const { league_id } = settings.config;
  const addressOf = seatAddresses('http://0.0.0.0:0/mcp');
  const store = fileLedgerStore(effects.disk, places.data);
  const seats = seatsOf({
    game_types: games.types,
    effects,
    places,
    store,
    league_id,
    addressOf,
    rules: unwrap(gameOf('even_odd')),
    onTrouble: expect.unreachable,
  });
  const books = { settings, judge, ledgers: store };
  const manager = unwrap(await startManager({ effects, places, listen: 'http://0.0.0.0:0/mcp', ...books }));
  await seats.open(manager);
  const caller = {
    origin: { address: '127.0.0.1', receivedAt: clock.monotonic() },
    signal: new AbortController().signal,
  };
  const joined = await seats.tools[0]?.run({ display_name: 'Model' }, caller);
  expect(joined).toMatchObject({ data: { player_id: 'P01' } });
  expect(manager.address).not.toContain('0.0.0.0');
  expect(manager.league.agents.get('P01')?.endpoint).not.toContain('0.0.0.0');
  const seat_token = joined?.data['seat_token'] as Json;
  await seats.tools.find(({ name }) => name === 'leave')?.run({ seat_token, confirm: true }, caller);
  await manager.stop('the test is over');
});

test('a league of a class takes seats too: their players are where strangers’ agents may be', async () => {
  const shipped = await shippedSettings(['http:']);
  const settings = { ...shipped, config: { ...shipped.config, kind: 'class' as const } };
  const { league_id } = settings.config;
  const places = { data: '/data', logs: '/logs' };
  const effects = { ...systemEffects('agent'), disk: memoryDisk() };
  const addressOf = seatAddresses('http://localhost:0/mcp');
  const store = fileLedgerStore(effects.disk, places.data);
  const seats = seatsOf({
    game_types: games.types,
    effects,
    places,
    store,
    league_id,
    addressOf,
    rules: unwrap(gameOf('even_odd')),
    onTrouble: expect.unreachable,
  });
  const world = { ...effects, transport: seats.outlasting(effects.transport) };
  const listen = 'http://localhost:0/mcp';
  const books = { settings, judge, ledgers: store };
  const manager = unwrap(await startManager({ effects: world, places, listen, ...books }));
  await seats.open(manager);
  const origin = { address: '192.0.2.7', receivedAt: clock.monotonic() };
  const caller = { origin, signal: new AbortController().signal };
  const joined = await seats.tools[0]?.run({ display_name: 'Model' }, caller);
  expect(joined).toMatchObject({ data: { player_id: 'P01', league_status: 'waiting' } });
  expect(manager.league.agents.get('P01')?.endpoint).toMatch(/^http:\/\/localhost:\d+\/mcp\/seat\/1$/);
  await manager.stop('the test is over');
});
