import { expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { LeagueEvent } from '../league/events.ts';
import { AT, CREATED, callerAs, GAME, registration, settingsWith } from '../testing/rehearsal.ts';
import { registryAfter } from '../testing/rehearsal_registry.ts';
import { admit, type Meta, type ResolvedEndpoint } from './admit.ts';

const HOME = 'http://10.0.0.7:8101/mcp';
const LAPTOP = 'http://laptop.local:8101/mcp';

/** A manager on port 8000, and P01 at an endpoint. */
const leagueWith = (endpoint: string): readonly LeagueEvent[] => [
  CREATED,
  { type: 'manager_started', at: AT, address: 'http://localhost:8000/mcp' },
  registration('P01', { endpoint }),
];

interface Attempt {
  readonly endpoint: string;
  readonly from?: string;
  readonly resolved?: readonly string[];
  readonly after?: readonly LeagueEvent[];
  readonly allowed_networks?: string[];
  readonly unasked?: ResolvedEndpoint['unasked'];
}

/** The id and pinned address a player gets that registers an endpoint, or what it is told. */
function registered({
  endpoint,
  from = '127.0.0.1',
  resolved = [],
  after = [CREATED],
  allowed_networks = [],
  unasked,
}: Attempt) {
  const meta = { display_name: 'Newcomer', game_types: [GAME], contact_endpoint: endpoint } as Meta;
  const settings = settingsWith({}, { participants: { min_players: 2, max_players: 10_000, allowed_networks } });
  const isRemote = !endpoint.startsWith('memory:');
  const resolution: ResolvedEndpoint = { resolved, machine: ['192.0.2.2'], isRemote, unasked };
  const caller = callerAs(undefined, from);
  const answer = admit(registryAfter(after, settings, resolution.machine), {
    role: 'player',
    meta,
    caller,
    resolution,
  });
  if (!answer.ok) return answer.error.detail;
  const { agent_id, address } = answer.value;
  return address === undefined ? agent_id : `${agent_id} at ${address}`;
}

test.each([
  [HOME, HOME, '10.0.0.7'],
  ['http://localhost:8101/mcp', 'http://127.0.0.1:8101/mcp', '127.0.0.1'],
  ['http://localhost:8101/mcp', 'http://[::1]:8101/mcp', '::1'],
  ['http://localhost/mcp', 'http://127.0.0.1:80/mcp', '127.0.0.1'],
  ['http://192.0.2.2:8101/mcp', 'http://localhost:8101/mcp', '127.0.0.1'],
  ['memory:P01', 'memory:P01', 'memory'],
  [HOME, `${HOME}?x=1`, '10.0.0.7'],
  [HOME, `${HOME};x`, '10.0.0.7'],
  [HOME, `${HOME}/`, '10.0.0.7'],
])('the place of one agent is not that of another: %s, %s', (first, endpoint, from) => {
  expect(registered({ endpoint, from, after: leagueWith(first) })).toBe(
    'contact_endpoint is that of another agent; listen at another port or path, or register again with its auth_token',
  );
});

test('a port may be shared by paths, and a place is free when its agent has moved', () => {
  expect(registered({ endpoint: `${HOME}/P02`, from: '10.0.0.7', after: leagueWith(HOME) })).toBe('P02');
  const moved = [...leagueWith(HOME), registration('P01', { endpoint: 'http://10.0.0.7:8102/mcp' })];
  expect(registered({ endpoint: HOME, from: '10.0.0.7', after: moved })).toBe('P02');
});

test.each([
  'http://127.0.0.1:8000/mcp',
  'http://[::1]:8000/',
  'http://localhost:8000/mcp/P02',
  'http://192.0.2.2:8000/mcp',
])('the manager’s own %s is no agent’s', (endpoint) => {
  expect(registered({ endpoint, after: leagueWith(HOME) })).toBe(
    'contact_endpoint is where the league manager itself listens; give the agent’s own',
  );
});

test('a name is kept with the address it stood for, and with no other', () => {
  const resolved = ['fe80::1', '10.0.0.7'];
  expect(registered({ endpoint: LAPTOP, from: '10.0.0.7', resolved })).toBe('P01 at 10.0.0.7');
  expect(registered({ endpoint: LAPTOP, from: '10.0.0.7', resolved: ['10.0.0.8'] })).toBe(
    'contact_endpoint is at 10.0.0.8, and you called from 10.0.0.7: give the address you call from, or have the league file allow this one (participants.allowed_networks)',
  );
  expect(registered({ endpoint: LAPTOP, from: '10.0.0.7' })).toBe(
    'contact_endpoint has the name laptop.local, which stands for no address here; give an address',
  );
});

test('the words of a student who gives the address of the wrong machine say which is the right one', () => {
  expect(registered({ endpoint: 'http://localhost:8101/mcp', from: '10.0.0.7' })).toBe(
    'contact_endpoint is at the league manager’s own machine, as localhost is for every machine, and you called from 10.0.0.7: give the address you call from, or have the league file allow this one (participants.allowed_networks)',
  );
  expect(registered({ endpoint: 'http://0.0.0.0:8101/mcp', from: '10.0.0.7' })).toBe(
    'contact_endpoint cannot be called: 0.0.0.0 stands for no machine in particular',
  );
});

test('a network that the league file allows is taken from anybody', () => {
  const allowed_networks = ['10.0.0.0/24', '169.254.0.0/16'];
  expect(registered({ endpoint: HOME, from: '127.0.0.1', allowed_networks })).toBe('P01');
  expect(registered({ endpoint: 'http://169.254.1.1:8101/mcp', allowed_networks })).toBe('P01');
  expect(registered({ endpoint: 'http://10.0.1.7:8101/mcp', allowed_networks })).toMatch(
    /^contact_endpoint is at 10.0.1.7/,
  );
});

test('a name that was not looked up is refused with the reason', () => {
  const unasked = { rejection: 'REGISTRATION_CLOSED', detail: 'the league has started' } as const;
  expect(registered({ endpoint: LAPTOP, from: '10.0.0.7', unasked })).toBe('the league has started');
});

test.each([
  ['127.0.0.1', '127.0.0.1', 'P01 at 127.0.0.1'],
  ['::1', '::1', 'P01 at ::1'],
  ['127.0.0.1', '::1', 'P01 at ::1'],
])('a localhost of a caller from %s that is settled at %s is kept: %s', (from, address, kept) => {
  expect(registered({ endpoint: 'http://localhost:8101/mcp', from, resolved: [address] })).toBe(kept);
});

test.each([
  ['::1', 'http://localhost:8101/mcp', [], true],
  ['::1', 'http://localhost:8101/mcp', ['::1'], undefined],
  ['::1', 'http://[::1]:8101/mcp', [], undefined],
  ['127.0.0.1', 'http://localhost:8101/mcp', [], undefined],
])('of a caller from %s the kind is kept where %s is not settled, %j: %s', (from, contact_endpoint, resolved, kept) => {
  const enter = (address: string, after: readonly LeagueEvent[], version: string) => {
    const meta = { display_name: 'Newcomer', game_types: [GAME], contact_endpoint, version } as Meta;
    const resolution: ResolvedEndpoint = { resolved, machine: [], isRemote: true };
    const caller = callerAs(undefined, address);
    return unwrap(admit(registryAfter(after), { role: 'player', meta, caller, resolution }));
  };
  const first = enter(from, [CREATED], '1');
  expect(first.from_ipv6).toBe(kept);
  // Another that takes the seat by name and place is not looked for in its stead.
  const after = [CREATED, { ...first, at: AT, token_sha256: 'x' }];
  for (const address of ['::1', '127.0.0.1']) expect(enter(address, after, '2').from_ipv6).toBe(kept);
});

test('a localhost that is another agent’s at the other kind of address is kept as the caller’s own', () => {
  const meta = { display_name: 'Newcomer', game_types: [GAME], contact_endpoint: 'http://localhost:8101/mcp' } as Meta;
  const endpoint = 'http://[::1]:8101/mcp';
  const resolution: ResolvedEndpoint = { resolved: [], machine: [], isRemote: true, endpoint };
  const caller = callerAs(undefined, '::1');
  const answer = admit(registryAfter([CREATED]), { role: 'player', meta, caller, resolution });
  expect(answer.ok && [answer.value.endpoint, answer.value.address]).toEqual([endpoint, undefined]);
});

test('an agent of an older ledger comes back to its own endpoint, which is another agent’s by now', () => {
  const after = [...leagueWith(`${HOME}?x=1`), registration('P02', { endpoint: HOME })];
  const enter = (contact_endpoint: string) => {
    const meta = { display_name: 'Agent P01', game_types: [GAME], contact_endpoint } as Meta;
    return admit(registryAfter(after), {
      role: 'player',
      meta,
      caller: callerAs({ party: 'player', id: 'P01' }, '10.0.0.7'),
    });
  };
  expect(enter(`${HOME}?x=1`).ok).toBe(true);
  expect(enter(`${HOME}?x=2`).ok).toBe(false);
});

test('the operator brings a player of any place, with the habits it names', () => {
  const contact_endpoint = 'http://10.9.9.9:8101/mcp';
  const meta = { display_name: 'Silent One', game_types: [GAME], contact_endpoint, habits: ['own_ids'] } as Meta;
  const resolution = { resolved: [], machine: [], isRemote: true };
  const added = (party: 'operator' | 'nobody') => {
    const caller = { ...callerAs(undefined, '127.0.0.1'), identity: { party, id: party } };
    return admit(
      { ...registryAfter([CREATED]), settings: settingsWith() },
      { role: 'player', meta, caller, resolution },
    );
  };
  expect(added('operator')).toMatchObject({
    ok: true,
    value: { endpoint: contact_endpoint, echo: { habits: ['own_ids'] } },
  });
  expect(added('nobody')).toMatchObject({ ok: false, error: { rejection: 'INVALID_ENDPOINT' } });
});

test.each([
  ['http://169.254.169.254:8101/mcp', []],
  ['http://metadata.example:8101/mcp', ['169.254.169.254']],
  ['http://0.0.0.0:8101/mcp', []],
  ['http://224.0.0.1:8101/mcp', []],
  ['http://elsewhere.example:8101/mcp', ['127.0.0.1']],
])('the operator brings no player of an address that cannot be called: %s %j', (contact_endpoint, resolved) => {
  const meta = { display_name: 'Silent One', game_types: [GAME], contact_endpoint } as Meta;
  const caller = { ...callerAs(undefined, '127.0.0.1'), identity: { party: 'operator', id: 'operator' } as const };
  const resolution = { resolved, machine: [], isRemote: true };
  const answer = admit(registryAfter([CREATED]), { role: 'player', meta, caller, resolution });
  const detail = expect.stringContaining('cannot be called: ');
  expect(answer).toMatchObject({ ok: false, error: { rejection: 'INVALID_ENDPOINT', detail } });
});
