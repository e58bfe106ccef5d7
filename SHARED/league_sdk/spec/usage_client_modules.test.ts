/** The three client modules as a program of one's own uses them: sessions with servers, their tools, and messages in line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READ_ONLY } from '../../contracts/read_only.ts';
import { exampleService } from '../../testing/example_service.ts';
import {
  answering,
  type Connection,
  callMcpTool,
  err,
  httpTransport,
  type JsonObject,
  type Listener,
  MessageQueue,
  ok,
  type Result,
  type SessionFailure,
  SessionManager,
  systemClock,
  systemEntropy,
  ToolRegistry,
  unwrap,
} from '../index.ts';

const transport = httpTransport({ clock: systemClock });
const listeners: Listener[] = [];
const endpoints = new Map<string, string>();

beforeAll(async () => {
  for (const [id, role] of [
    ['LM01', 'league_manager'],
    ['P01', 'player'],
  ] as const) {
    const { service } = exampleService(role);
    const readOnly = role === 'player' ? service.readOnly : { ...service.readOnly, ping: () => ({ status: 'ok' }) };
    const listener = unwrap(await transport.listen('http://127.0.0.1:0/mcp', answering({ ...service, readOnly })));
    listeners.push(listener);
    endpoints.set(id, listener.address);
  }
});

afterAll(async () => {
  for (const listener of listeners) await listener.close();
  await transport.close();
});

test('a client keeps sessions with two agents, knows their tools, and calls them in line', async () => {
  const wire = { transport, clock: systemClock, entropy: systemEntropy };
  const call = (server: string, method: string) => callMcpTool(endpoints.get(server) ?? '', method, {}, wire);

  const sessions = new SessionManager<string>({ clock: systemClock, random: () => 0.5 });
  const tools = new ToolRegistry();
  for (const server of endpoints.keys()) {
    const shakeHands = async (): Promise<Result<Connection<string>, SessionFailure>> => {
      const answered = await call(server, 'ping');
      if (!answered.ok) return err({ ...answered.error, final: false });
      const role = server === 'LM01' ? 'league_manager' : 'player';
      const looks = Object.values(READ_ONLY).filter(({ at }) => at.some((each) => each === role));
      tools.put(
        server,
        looks.map(({ method, about, params }) => ({
          ...{ name: method, description: about, input: params as unknown as JsonObject },
        })),
      );
      return ok({ value: server, heartbeat: async () => ((await call(server, 'ping')).ok ? 'alive' : 'silent') });
    };
    unwrap(await sessions.add(server, shakeHands).open());
  }

  const queue = new MessageQueue<string>(10);
  for (const name of ['get_player_state', 'P01__ping', 'get_status']) {
    const { server, own } = unwrap(tools.find(name));
    unwrap(queue.post({ to: server, urgency: 'informs', item: own }));
  }
  const answers: JsonObject[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    for (const method of next.items) answers.push(unwrap(await call(next.to, method)));
    queue.done(next.to);
  }
  await sessions.close();

  expect(tools.list().map(({ name }) => name)).toEqual([
    ...['LM01__ping', 'get_status', 'get_standings', 'get_matches'],
    ...['P01__ping', 'get_player_state'],
  ]);
  expect(answers).toHaveLength(3);
  expect([...sessions.states().values()]).toEqual(['CLOSED', 'CLOSED']);
});
