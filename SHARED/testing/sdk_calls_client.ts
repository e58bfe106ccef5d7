/** Calls of the three client modules, on virtual time. */
import * as sdk from '../league_sdk/index.ts';
import { fakeClock } from './fake_clock.ts';
import type { CallsByName } from './sdk_calls.ts';

const tool = (name: string): sdk.ToolCard => ({ name, description: name, input: { type: 'object' } });

function sessions() {
  const manager = new sdk.SessionManager<number>({ clock: fakeClock(), random: () => 0 });
  return { manager, session: manager.add('LM01', async () => sdk.ok({ value: 1 })) };
}

function registry(): sdk.ToolRegistry {
  const tools = new sdk.ToolRegistry();
  tools.put('LM01', [tool('get_standings'), tool('ping')]);
  tools.put('P01', [tool('ping')]);
  return tools;
}

const letter = { to: 'P01', urgency: 'leads', item: 'round 1' } as const;

function queue(room = 1): sdk.MessageQueue<string> {
  const made = new sdk.MessageQueue<string>(room);
  made.post(letter);
  return made;
}

/** An agent that is busy with one thing and has no room for another. */
async function refused() {
  const busy = sdk.intake(() => new Promise(() => undefined), undefined, { atOnce: 1, room: 0 });
  const from = { address: 'memory', receivedAt: fakeClock().monotonic() };
  void busy.answer('{}', from);
  const { error } = JSON.parse((await busy.answer('{"jsonrpc":"2.0","method":"ping","id":1}', from)) ?? 'null');
  return sdk.err({ code: error.data.error_code });
}

export const CLIENT_CALLS: CallsByName = {
  SessionManager: { works: () => sessions().manager.sessions.length === 1 },
  'SessionManager.add': { works: async () => sdk.unwrap(await sessions().session.open()) === 1 },
  'SessionManager.get': { works: () => sessions().manager.get('LM01')?.state === 'NEW' },
  'SessionManager.states': { works: () => sessions().manager.states().get('LM01') === 'NEW' },
  'SessionManager.onChange': {
    async works() {
      const { manager, session } = sessions();
      const seen: string[] = [];
      manager.onChange(({ to }) => seen.push(to));
      await session.open();
      return seen.join() === 'CONNECTING,OPEN';
    },
  },
  'SessionManager.close': {
    async works() {
      const { manager, session } = sessions();
      await manager.close();
      return session.state === 'CLOSED';
    },
  },
  ToolRegistry: { works: () => new sdk.ToolRegistry().list().length === 0 },
  'ToolRegistry.put': {
    works: () =>
      new Set(
        registry()
          .list()
          .map(({ server }) => server),
      ).size === 2,
  },
  'ToolRegistry.list': {
    works: () =>
      registry()
        .list()
        .map(({ name }) => name)
        .join() === 'get_standings,LM01__ping,P01__ping',
  },
  'ToolRegistry.find': {
    works: () => sdk.unwrap(registry().find('P01__ping')).server === 'P01',
    fails: {
      UNKNOWN_TOOL: async () => registry().find('fly'),
      AMBIGUOUS_TOOL: async () => registry().find('ping'),
    },
  },
  'ToolRegistry.onChange': {
    works() {
      const tools = registry();
      let changes = 0;
      tools.onChange(() => changes++);
      tools.put('P01', []);
      return changes === 1;
    },
  },
  MessageQueue: { works: () => queue().figures.waiting === 1 },
  'MessageQueue.post': {
    works: () => queue(2).post(letter).ok,
    fails: { E014: async () => queue().post(letter) },
  },
  'MessageQueue.postWhenRoom': {
    async works() {
      const full = queue();
      const posted = full.postWhenRoom(letter);
      full.next();
      return (await posted).ok;
    },
    fails: {
      async E014() {
        const full = queue();
        const posted = full.postWhenRoom(letter);
        full.close();
        return posted;
      },
    },
  },
  'MessageQueue.next': { works: () => queue().next()?.items[0] === letter.item },
  'MessageQueue.done': {
    works() {
      const some = queue(2);
      some.post(letter);
      some.next();
      const meanwhile = some.next();
      some.done('P01');
      return meanwhile === undefined && some.next() !== undefined;
    },
  },
  'MessageQueue.close': { works: () => queue().close().length === 1 },
  intake: {
    async works() {
      const from = { address: 'memory', receivedAt: fakeClock().monotonic() };
      return (await sdk.intake(async (text) => text).answer('{}', from)) === '{}';
    },
    fails: { E014: refused },
  },
};
