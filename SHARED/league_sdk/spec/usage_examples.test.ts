/** The usage examples of spec 004's appendix, translated line by line, and run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../contracts/builders.ts';
import { seededEntropy } from '../../core/entropy.ts';
import { type ExampleService, exampleService } from '../../testing/example_service.ts';
import { fakeClock } from '../../testing/fake_clock.ts';
import { SHIPPED_CONFIG } from '../../testing/test_config.ts';
import {
  AgentLogger,
  AuthenticatedClient,
  answering,
  CircuitBreaker,
  ConfigLoader,
  callMcpTool,
  callWithRetry,
  type Disk,
  httpTransport,
  JsonLogger,
  type JsonObject,
  type LeagueConfig,
  type Listener,
  memoryDisk,
  memoryNetwork,
  nodeDisk,
  type RefereeConfig,
  registerPlayer,
  StandingsRepository,
  type SystemConfig,
  systemClock,
  type Transport,
  timestamp,
  unwrap,
} from '../index.ts';

const LEAGUE = 'league_2025_even_odd';
const FILES = ['system.json', 'agents/agents_config.json', 'games/games_registry.json', `leagues/${LEAGUE}.json`];
const FIXTURES = new URL('../../testing/fixtures/spec_examples/', import.meta.url);
const shown = (path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as JsonObject;

/** The shipped configuration and the standings that the specification shows, on a disk in memory. */
async function installation(): Promise<Disk> {
  const disk = memoryDisk();
  for (const file of FILES) {
    await disk.replace(join('SHARED/config', file), (await nodeDisk().read(join(SHIPPED_CONFIG, file))) ?? '');
  }
  await disk.replace(`SHARED/data/leagues/${LEAGUE}/standings.json`, JSON.stringify(shown('data/standings.json')));
  return disk;
}

const linesIn = async (disk: Disk, path: string): Promise<readonly JsonObject[]> =>
  ((await disk.read(path)) ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

describe('on files in memory', () => {
  test('using ConfigLoader in LeagueManager', async () => {
    const disk = await installation();
    const logs = { disk, clock: fakeClock(), root: 'SHARED/logs' };

    const loader = new ConfigLoader(disk, 'SHARED/config');
    const systemCfg = unwrap(await loader.loadSystem());
    const agentsCfg = unwrap(await loader.loadAgents());
    const leagueCfg = unwrap(await loader.loadLeague(LEAGUE));
    const refereesById = new Map(
      agentsCfg.referees.filter(({ active }) => active).map((r) => [r.referee_id, r.endpoint]),
    );
    const logger = new JsonLogger('league_manager', logs, LEAGUE);
    const getTimeoutForMove = (): number => systemCfg.timeouts.move_timeout_sec;

    expect(leagueCfg.league_id).toBe(LEAGUE);
    expect(refereesById.get('REF01')).toBe('http://localhost:8001/mcp');
    expect(getTimeoutForMove()).toBe(30);
    expect(logger.path).toBe(`SHARED/logs/league/${LEAGUE}/league_manager.log.jsonl`);
  });

  test('logging a timeout error', async () => {
    const disk = memoryDisk();
    const clock = fakeClock('2025-01-15T10:15:00Z');

    const logger = new JsonLogger('referee:REF01', { disk, clock, root: 'SHARED/logs' }, LEAGUE);
    logger.error('GAME_ERROR', { match_id: 'R1M1', error_code: 'TIMEOUT_MOVE', player_id: 'P02', timeout_sec: 30 });

    await logger.flush();
    expect(await linesIn(disk, `SHARED/logs/league/${LEAGUE}/referee_REF01.log.jsonl`)).toEqual([
      { ...shown('logs/timeout_error_entry.json'), timestamp: '2025-01-15T10:15:00.000Z' },
    ]);
  });

  test('using repositories and loggers together', async () => {
    const disk = await installation();
    const clock = fakeClock();

    const configLoader = new ConfigLoader(disk, 'SHARED/config');
    const standingsRepo = new StandingsRepository(LEAGUE, { disk, clock, root: 'SHARED/data' });
    const logger = new AgentLogger('P01', { disk, clock, root: 'SHARED/logs' });
    unwrap(await configLoader.loadSystem());
    unwrap(await configLoader.loadAgents());
    const { standings } = unwrap(await standingsRepo.load());
    const printed = standings.map((player) => `${player.rank}. ${player.display_name}: ${player.points} pts`);
    logger.logReceived('GAME_INVITATION', 'REF01', { match_id: 'R1M1' });
    logger.logSent('GAME_JOIN_ACK', 'REF01', { match_id: 'R1M1' });

    await logger.flush();
    expect(printed[0]).toMatch(/^1\. Agent \w+: \d+ pts$/);
    expect(await linesIn(disk, 'SHARED/logs/agents/P01.log.jsonl')).toMatchObject([
      { direction: 'RECEIVED', message_type: 'GAME_INVITATION', peer: 'REF01', details: { match_id: 'R1M1' } },
      { direction: 'SENT', message_type: 'GAME_JOIN_ACK', peer: 'REF01', details: { match_id: 'R1M1' } },
    ]);
  });
});

describe('over HTTP', () => {
  let transport: Transport;
  let manager: ExampleService;
  let player: ExampleService;
  let listeners: readonly Listener[];
  const endpoints = { manager: '', player: '' };
  const tools = () => ({ transport, clock: systemClock, entropy: seededEntropy(1) });

  beforeAll(async () => {
    transport = httpTransport({ clock: systemClock });
    manager = exampleService('league_manager');
    player = exampleService('player');
    const at = 'http://127.0.0.1:0/mcp';
    const [first, second] = await Promise.all([
      transport.listen(at, answering(manager.service)),
      transport.listen(at, answering(player.service)),
    ]);
    listeners = [unwrap(first), unwrap(second)];
    endpoints.manager = unwrap(first).address;
    endpoints.player = unwrap(second).address;
  });

  afterAll(async () => {
    for (const listener of listeners) await listener.close();
    await transport.close();
  });

  test('using ConfigLoader in RefereeAgent', async () => {
    class RefereeAgent {
      readonly systemCfg: SystemConfig;
      readonly leagueCfg: LeagueConfig;
      readonly selfCfg: RefereeConfig;
      readonly logger: JsonLogger;

      constructor(systemCfg: SystemConfig, leagueCfg: LeagueConfig, selfCfg: RefereeConfig, logger: JsonLogger) {
        this.systemCfg = systemCfg;
        this.leagueCfg = leagueCfg;
        this.selfCfg = selfCfg;
        this.logger = logger;
      }

      static async load(refereeId: string, leagueId: string, disk: Disk): Promise<RefereeAgent> {
        const loader = new ConfigLoader(disk, 'SHARED/config');
        const logger = new JsonLogger(
          `referee:${refereeId}`,
          { disk, clock: systemClock, root: 'SHARED/logs' },
          leagueId,
        );
        return new RefereeAgent(
          unwrap(await loader.loadSystem()),
          unwrap(await loader.loadLeague(leagueId)),
          unwrap(await loader.getRefereeById(refereeId)),
          logger,
        );
      }

      async registerToLeague(): Promise<JsonObject> {
        const { referee_id, display_name, version, game_types, endpoint } = this.selfCfg;
        const params = build('REFEREE_REGISTER_REQUEST', {
          sender: `referee:${referee_id}`,
          timestamp: timestamp(systemClock),
          conversation_id: 'conv-ref-reg-001',
          referee_meta: { display_name, version, game_types, contact_endpoint: endpoint },
        });
        const message = unwrap(params) as unknown as JsonObject;
        return unwrap(await callMcpTool(endpoints.manager, 'register_referee', message, tools()));
      }
    }

    const agent = await RefereeAgent.load('REF01', LEAGUE, await installation());
    expect(agent.systemCfg.protocol_version).toBe('league.v2');
    expect(await agent.registerToLeague()).toMatchObject({ status: 'ACCEPTED', referee_id: 'REF01' });
    expect(manager.diary.handled.at(-1)?.message).toMatchObject({
      referee_meta: { display_name: agent.selfCfg.display_name },
    });
  });

  test('registering a player, and then writing as that player', async () => {
    const playerInfo = {
      display_name: 'Agent Alpha',
      version: '1.0.0',
      game_types: ['even_odd'],
      contact_endpoint: endpoints.player,
    };

    const credentials = unwrap(await registerPlayer(endpoints.manager, playerInfo, tools()));
    const client = new AuthenticatedClient(credentials, tools());
    const answer = unwrap(await client.sendMessage(endpoints.manager, 'LEAGUE_QUERY', { query_type: 'GET_STANDINGS' }));

    expect(credentials).toEqual({ agent_id: 'P01', auth_token: 'tok_p01_xyz789', league_id: LEAGUE });
    expect(answer?.message_type).toBe('LEAGUE_QUERY_RESPONSE');
    expect(manager.diary.handled.at(-1)?.message).toMatchObject({
      sender: 'player:P01',
      auth_token: 'tok_p01_xyz789',
      league_id: LEAGUE,
    });
  });

  test('calling a tool of a player', async () => {
    const call = {
      protocol: 'league.v2',
      message_type: 'CHOOSE_PARITY_CALL',
      match_id: 'R1M1',
      player_id: 'P01',
      game_type: 'even_odd',
      context: { opponent_id: 'P02', round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
      deadline: '2025-01-15T10:15:30Z',
    };

    const result = unwrap(await callMcpTool(endpoints.player, 'choose_parity', call, tools()));

    expect(result).toMatchObject({ message_type: 'CHOOSE_PARITY_RESPONSE', match_id: 'R1M1', parity_choice: 'even' });
  });
});

test('calling with retry, and leaving alone for a while who fails again and again', async () => {
  const clock = fakeClock();
  const transport = memoryNetwork({ clock }).transport();
  const breaker = new CircuitBreaker(clock, { failureThreshold: 1, resetTimeoutMs: 60_000 });
  const entropy = seededEntropy(1);

  async function callGuarded(): Promise<string> {
    if (!breaker.canExecute()) return 'blocked';
    const called = await callWithRetry('memory:P01', 'ping', {}, { transport, clock, entropy });
    if (called.ok) breaker.recordSuccess();
    else breaker.recordFailure();
    return called.ok ? 'answered' : called.error.code;
  }

  expect(await clock.runUntil(callGuarded())).toBe('UNREACHABLE');
  expect(clock.monotonic()).toBeGreaterThanOrEqual(3_000);
  expect(await callGuarded()).toBe('blocked');
  unwrap(await transport.listen('memory:P01', answering(exampleService('player').service)));
  await clock.advance(60_000);
  expect(breaker.state).toBe('OPEN');
  expect(await callGuarded()).toBe('answered');
  expect(breaker.state).toBe('CLOSED');
});
