import { describe, expect, test } from 'vitest';
import type { Rejection } from '../../../SHARED/contracts/errors.ts';
import type { Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import type { LeagueEvent } from '../league/events.ts';
import type { Agent } from '../league/state.ts';
import {
  AT,
  CREATED,
  callerAs,
  GAME,
  ids,
  registration,
  running,
  settingsWith,
  waiting,
} from '../testing/rehearsal.ts';
import { COMPLETE, registryAfter, WITHOUT_P01 } from '../testing/rehearsal_registry.ts';
import { admit, type Meta, rejected } from './admit.ts';

const META: Meta = { display_name: 'Newcomer', game_types: [GAME], contact_endpoint: 'http://localhost:9999/mcp' };
const P01: Identity = { party: 'player', id: 'P01' };
const OPERATOR: Identity = { party: 'operator', id: 'operator' };

interface Attempt {
  readonly after?: readonly LeagueEvent[];
  readonly role?: Agent['role'];
  readonly settings?: ReturnType<typeof settingsWith>;
  readonly as?: Identity;
  readonly address?: string;
}

/** The words of the answer: the id, or the code and the reason. */
function attempt(
  meta: Partial<Meta> = {},
  { after = [CREATED], role = 'player', settings, as, address }: Attempt = {},
) {
  const caller = callerAs(as, address);
  const answer = admit(registryAfter(after, settings), { role, meta: { ...META, ...meta } as Meta, caller });
  if (answer.ok) return answer.value.agent_id;
  const { status, error_code, reason, auth_token, manager_token, run_id } = rejected(answer.error);
  expect([status, auth_token, manager_token, run_id]).toEqual(['REJECTED', null, null, null]);
  return `${error_code} ${reason}`;
}

function detail(meta: Partial<Meta>, more: Attempt = {}): string {
  const { after = [CREATED], role = 'player' } = more;
  const application = { role, meta: { ...META, ...meta } as Meta, caller: callerAs(more.as) };
  const answer = admit(registryAfter(after), application);
  return answer.ok ? '' : answer.error.detail;
}

const PARTICIPANTS = { min_players: 2, max_players: 10_000 };
const FULL = settingsWith({}, { participants: { min_players: 2, max_players: 2 } });
const CLASS = settingsWith({}, { kind: 'class' });
const LAB = { contact_endpoint: 'http://10.0.0.7:9999/mcp' };

/** So many players of one address are in, and one more asks from there. */
function fromLab(count: number, address = '10.0.0.7') {
  const after = ids('P', count).map((id) => registration(id, { registered_from: address }));
  return { after: [CREATED, ...after], address: '10.0.0.7' };
}

describe('who is turned away hears why, in exactly these words', () => {
  const cases: {
    readonly [R in Exclude<Rejection, 'NOT_INVITED' | 'NOT_NAMED' | 'CODE_IN_USE'>]: readonly [string, string];
  } = {
    LEAGUE_FULL: ['E017 League full', attempt({}, { after: waiting(2), settings: FULL })],
    INVALID_ENDPOINT: ['E015 Invalid endpoint', attempt({ contact_endpoint: 'ftp://localhost/mcp' })],
    UNSUPPORTED_GAME: ['E019 Unsupported game type', attempt({ game_types: ['chess'] })],
    DUPLICATE_NAME: ['E016 Duplicate name', attempt({ display_name: 'Agent P01' }, { after: waiting(1) })],
    REGISTRATION_CLOSED: ['E007 Registration closed', attempt({}, { after: running({ players: 2 }) })],
    PROTOCOL_TOO_OLD: ['E018 Protocol version too old', attempt({ protocol_version: '1.9.9' })],
    PROTOCOL_TOO_NEW: ['E018 Protocol version too new', attempt({ protocol_version: '3.0.0' })],
    INVALID_ID: ['E002 Invalid id', attempt({ player_id: '../P01' })],
    INVALID_NAME: ['E002 Invalid name', attempt({ display_name: 'draw' })],
    ADDRESS_FULL: ['E017 Too many from one address', attempt(LAB, { settings: CLASS, ...fromLab(4) })],
    REMOVED: ['E006 Removed from the league', attempt({}, { after: WITHOUT_P01, as: P01 })],
    NOT_ALLOWED: ['E006 Operator token required', attempt({}, { role: 'referee', settings: CLASS })],
  };

  test.each(Object.entries(cases))('%s', (_, [expected, heard]) => {
    expect(heard).toBe(expected);
  });

  test('and what to do about it', () => {
    expect(detail({ contact_endpoint: 'localhost' })).toBe(
      'contact_endpoint: not a URL; write it as http://host:port/mcp',
    );
    expect(detail({ game_types: [] })).toBe(`this league plays ${GAME}; game_types lists nothing`);
    expect(detail({ protocol_version: '1.0' })).toBe(
      'protocol_version 1.0 is older than 2.0.0, the oldest taken here; this league speaks 2.1.0: update the agent',
    );
    expect(detail({ protocol_version: '3.2.1' })).toBe(
      'protocol_version 3.2.1 is of a newer major version than 2.1.0, which this league speaks: register with a version from 2.0.0 to 2.x',
    );
    expect(detail({ player_id: `P${'1'.repeat(100)}` })).toMatch(/^"P1{79}" cannot be an id: letters, digits/);
  });
});

describe('an id', () => {
  test('is given in order where none is wished for, by role', () => {
    expect(attempt()).toBe('P01');
    expect(attempt({}, { role: 'referee' })).toBe('REF01');
    expect(attempt({}, { after: waiting(2, 2) })).toBe('P03');
    expect(attempt({}, { after: waiting(2, 2), role: 'referee' })).toBe('REF03');
    expect(attempt({}, { after: waiting(99) })).toBe('P100');
  });

  test('that is free and well formed is granted', () => {
    for (const wish of ['P07', 'P7', 'alice', 'a', 'A-b_9', 'x'.repeat(64)])
      expect(attempt({ player_id: wish })).toBe(wish);
    expect(attempt({ referee_id: 'REF77' }, { role: 'referee' })).toBe('REF77');
  });

  test('wished for under the name of the other role is no wish', () => {
    expect(attempt({ referee_id: 'REF77' })).toBe('P01');
    expect(attempt({ player_id: 'P77' }, { role: 'referee' })).toBe('REF01');
  });

  test('given in order skips those that were granted', () => {
    const after = [CREATED, registration('P01'), registration('P03'), registration('p04')];
    expect(attempt({}, { after })).toBe('P05');
    expect(attempt({}, { after: [CREATED, registration('P01'), registration('P02', { role: 'referee' })] })).toBe(
      'P03',
    );
  });

  test('that is taken is refused, ignoring case and over all roles', () => {
    for (const wish of ['P01', 'p01', 'Alice'])
      expect(attempt({ player_id: wish }, { after: [...waiting(1), registration('alice', { role: 'referee' })] })).toBe(
        'E016 Duplicate name',
      );
    for (const wish of ['REF01', 'rEf01'])
      expect(attempt({ referee_id: wish }, { after: waiting(1), role: 'referee' })).toBe('E016 Duplicate name');
    expect(detail({ player_id: 'P01' }, { after: waiting(1) })).toMatch(/^the id P01 is taken; leave it out/);
  });

  test.each([
    '',
    ' ',
    '-P01',
    '_P01',
    '.',
    '..',
    '../P01',
    'a/b',
    'a\\b',
    '/etc/passwd',
    'C:',
    'P01\n',
    'P01\0',
    'P 01',
    'P%2e',
    'P.json',
    'é1',
    '٣',
    'x'.repeat(65),
    '__proto__',
  ])('cannot be %j', (wish) => {
    expect(attempt({ player_id: wish })).toBe('E002 Invalid id');
  });

  test.each(['REF02', 'ref1', 'LM02'])('of the form %s is for no player', (wish) => {
    expect(attempt({ player_id: wish })).toBe('E002 Invalid id');
    expect(detail({ player_id: wish })).toBe(`the id ${wish} has the form of another role; a player’s is like P07`);
  });

  test.each(['P01', 'p2', 'LM7'])('of the form %s is for no referee', (wish) => {
    expect(attempt({ referee_id: wish }, { role: 'referee' })).toBe('E002 Invalid id');
    expect(detail({ referee_id: wish }, { role: 'referee' })).toBe(
      `the id ${wish} has the form of another role; a referee’s is like REF07`,
    );
  });

  test.each(['LM01', 'lm01', 'league_manager', 'LEAGUE_MANAGER', 'launcher', 'Launcher'])('%s is reserved', (wish) => {
    expect(attempt({ player_id: wish })).toBe('E002 Invalid id');
    expect(attempt({ referee_id: wish }, { role: 'referee' })).toBe('E002 Invalid id');
  });
});

describe('a name', () => {
  test.each(['Agent P01', 'agent p01', ' Agent  P01 ', 'Ａｇｅｎｔ P01', 'Agent\u00a0P01', 'Agent PO1', 'Agent Р01'])(
    'that looks like a taken one is taken: %j',
    (display_name) => {
      expect(attempt({ display_name }, { after: waiting(1) })).toBe('E016 Duplicate name');
      expect(detail({ display_name }, { after: waiting(1) })).toMatch(/choose another display_name, e\.g\. ".* 2", or/);
    },
  );

  test('that is no name is refused with the reason, from a newcomer and from an agent that would have it', () => {
    const own: Identity = { party: 'player', id: 'P01' };
    for (const more of [{}, { as: own, after: waiting(1) }]) {
      expect(attempt({ display_name: 'Agent\u3164' }, more)).toBe('E002 Invalid name');
      expect(detail({ display_name: 'Agent\u3164' }, more)).toBe(
        'display_name "Agent\u3164" holds U+3164, which cannot be seen',
      );
    }
  });

  test('that was taken in before such names were refused stays its agent’s', () => {
    const after = [CREATED, registration('P01', { display_name: 'draw' })];
    expect(attempt({ display_name: 'draw' }, { after, as: { party: 'player', id: 'P01' } })).toBe('P01');
  });

  test('that looks like that of another is refused to an agent that would change its own', () => {
    const after = [CREATED, registration('P01', { display_name: 'modern' }), registration('P02')];
    const as: Identity = { party: 'player', id: 'P02' };
    expect(attempt({ display_name: 'rnodern' }, { after, as })).toBe('E016 Duplicate name');
  });

  test('that another has as well, taken in before they were compared, stays its agent’s', () => {
    const after = [
      CREATED,
      ...['modern', 'rnodern'].map((name, i) => registration(`P0${i + 1}`, { display_name: name })),
    ];
    for (const [id, display_name] of [
      ['P01', 'modern'],
      ['P02', 'rnodern'],
    ] as const)
      expect(attempt({ display_name }, { after, as: { party: 'player', id } })).toBe(id);
  });

  test('is unique over all roles', () => {
    expect(attempt({ display_name: 'Agent REF01' }, { after: waiting(1) })).toBe('E016 Duplicate name');
    expect(attempt({ display_name: 'Agent P01' }, { after: waiting(1), role: 'referee' })).toBe('E016 Duplicate name');
  });

  test('that only resembles another is free', () => {
    expect(attempt({ display_name: 'Agent P011' }, { after: waiting(1) })).toBe('P02');
    expect(attempt({ display_name: 'AgentP01' }, { after: waiting(1) })).toBe('P02');
  });
});

describe('registering again', () => {
  const HOME = 'http://10.0.0.7:8101/mcp';
  const p01 = registration('P01', { endpoint: HOME, display_name: 'Alpha' });
  const same = { display_name: 'Alpha', contact_endpoint: HOME };
  const used: LeagueEvent = { type: 'token_confirmed', at: AT, agent_id: 'P01' };
  const own: Identity = { party: 'player', id: 'P01' };

  test('with the agent’s own token keeps its id, wherever it is now and whatever it wishes', () => {
    for (const after of [[CREATED, p01], [CREATED, p01, used], [...running({ players: 2 })], COMPLETE]) {
      const moved = { contact_endpoint: 'http://10.0.0.8/mcp', player_id: 'P77' };
      expect(attempt(moved, { after, as: own, address: '10.0.0.8' })).toBe('P01');
    }
  });

  test('with its own token says everything anew', () => {
    const meta = { ...META, version: '2.0', batches: true, dialects: ['rpc', 'flat'] as Meta['dialects'] } as Meta;
    const again = admit(registryAfter([CREATED, p01]), { role: 'player', meta, caller: callerAs(own) });
    expect(again).toEqual({
      ok: true,
      value: {
        type: 'agent_registered',
        role: 'player',
        agent_id: 'P01',
        display_name: 'Newcomer',
        version: '2.0',
        endpoint: 'http://localhost:9999/mcp',
        dialect: 'rpc',
        dialects: ['rpc', 'flat'],
        game_types: [GAME],
        batches: true,
        max_concurrent_matches: 1,
        tickets: false,
      },
    });
  });

  test('with its own token does not give it the name of another', () => {
    const after = [CREATED, p01, registration('P02', { display_name: 'Beta' })];
    expect(attempt({ display_name: 'BETA' }, { after, as: own })).toBe('E016 Duplicate name');
    expect(attempt({ display_name: 'ALPHA' }, { after, as: own })).toBe('P01');
  });

  test('with its own token is still no way around a bad endpoint or an old protocol', () => {
    expect(attempt({ contact_endpoint: 'ftp://x' }, { after: [CREATED, p01], as: own })).toBe('E015 Invalid endpoint');
    expect(attempt({ protocol_version: '1.0.0' }, { after: [CREATED, p01], as: own })).toMatch(/^E018/);
  });

  test('with the token of another role does not count as one’s own', () => {
    const as: Identity = { party: 'referee', id: 'REF01' };
    expect(attempt({}, { after: waiting(1), as })).toBe('P02');
  });

  test('in the same words gives a player the same id, at any time', () => {
    expect(attempt(same, { after: [CREATED, p01], address: '10.0.0.7' })).toBe('P01');
    expect(attempt({ ...same, player_id: 'P77' }, { after: [CREATED, p01], address: '10.0.0.7' })).toBe('P01');
    const started = running({ players: 2, agents: { P01: { endpoint: HOME, display_name: 'Alpha' } } });
    for (const after of [[CREATED, p01, used], started])
      expect(attempt(same, { after, address: '10.0.0.7' })).toBe('P01');
  });

  test('in the same words from another address is refused', () => {
    const settings = settingsWith({}, { participants: { ...PARTICIPANTS, allowed_networks: ['10.0.0.0/24'] } });
    for (const address of ['10.0.0.8', '127.0.0.1']) {
      expect(attempt(same, { after: [CREATED, p01], address })).toBe('E015 Invalid endpoint');
      expect(attempt(same, { after: [CREATED, p01], address, settings })).toBe('E016 Duplicate name');
    }
  });

  test('in the same words gives a referee its id while its token was not used, and in a class league with the operator’s', () => {
    const meta = { display_name: 'Agent REF01', contact_endpoint: HOME };
    const ref01 = registration('REF01', { endpoint: HOME });
    const whistled: LeagueEvent = { ...used, agent_id: 'REF01' };
    const from = { role: 'referee', address: '10.0.0.7' } as const;
    expect(attempt(meta, { ...from, after: [CREATED, ref01] })).toBe('REF01');
    expect(attempt(meta, { ...from, after: [CREATED, ref01, whistled] })).toBe('E016 Duplicate name');
    const started = running({ players: 2, agents: { REF01: { endpoint: HOME } } });
    expect(attempt(meta, { ...from, after: started })).toBe('E016 Duplicate name');
    const inClass = { ...from, after: [CREATED, ref01], settings: CLASS };
    expect(attempt(meta, inClass)).toBe('E006 Operator token required');
    expect(attempt(meta, { ...inClass, as: OPERATOR })).toBe('REF01');
  });

  test('with another endpoint or another role and no token is refused', () => {
    const elsewhere = { ...same, contact_endpoint: 'http://10.0.0.7:8102/mcp' };
    expect(attempt(elsewhere, { after: [CREATED, p01], address: '10.0.0.7' })).toBe('E016 Duplicate name');
    expect(attempt(same, { after: [CREATED, p01], address: '10.0.0.7', role: 'referee' })).toBe('E016 Duplicate name');
  });
});

describe('the door', () => {
  test('is closed to players once the league has started, and open to referees', () => {
    expect(attempt({}, { after: running({ players: 2 }) })).toBe('E007 Registration closed');
    expect(attempt({}, { after: running({ players: 2 }), role: 'referee' })).toBe('REF02');
  });

  test('is closed to everybody once it is complete', () => {
    expect(attempt({}, { after: COMPLETE })).toBe('E007 Registration closed');
    expect(attempt({}, { after: COMPLETE, role: 'referee' })).toBe('E007 Registration closed');
  });

  test('has a limit for players, and referees do not count towards it', () => {
    expect(attempt({}, { after: waiting(1, 5), settings: FULL })).toBe('P02');
    expect(attempt({}, { after: waiting(2), settings: FULL, role: 'referee' })).toBe('REF02');
  });

  test('of a class league has a share for each address, the manager’s own machine aside', () => {
    const settings = CLASS;
    expect(attempt(LAB, { settings, ...fromLab(3) })).toBe('P04');
    expect(attempt(LAB, { settings, ...fromLab(4) })).toBe('E017 Too many from one address');
    expect(attempt(LAB, { settings, ...fromLab(4, '10.0.0.8') })).toBe('P05');
    for (const address of ['127.0.0.1', '::1', 'memory'])
      expect(attempt({}, { settings, ...fromLab(9, address), address })).toBe('P10');
    expect(attempt(LAB, fromLab(9))).toBe('P10');
  });

  test('has the share that the league file says, in a local league too', () => {
    const participants = { ...PARTICIPANTS, max_registrations_per_address: 7 };
    for (const kind of ['local', 'class'] as const) {
      const settings = settingsWith({}, { kind, participants });
      expect(attempt(LAB, { settings, ...fromLab(6) })).toBe('P07');
      expect(attempt(LAB, { settings, ...fromLab(7) })).toBe('E017 Too many from one address');
    }
  });

  test('lets an agent of a full address come back, and counts it where it came from first', () => {
    const as: Identity = { party: 'player', id: 'P01' };
    const { after } = fromLab(4);
    const moved = { role: 'player', meta: { ...META, contact_endpoint: 'http://10.0.0.8:9999/mcp' } as Meta } as const;
    const back = admit(registryAfter(after, CLASS), { ...moved, caller: callerAs(as, '10.0.0.8') });
    expect(back).toMatchObject({ ok: true, value: { agent_id: 'P01', registered_from: '10.0.0.7' } });
  });

  test('has a limit for referees too', () => {
    expect(attempt({}, { after: waiting(0, 999), role: 'referee' })).toBe('REF1000');
    expect(attempt({}, { after: waiting(0, 1_000), role: 'referee' })).toBe('E017 League full');
  });

  test('of a class league lets referees in with the token of the operator, and players without', () => {
    expect(attempt({}, { role: 'referee', settings: CLASS, as: OPERATOR })).toBe('REF01');
    expect(attempt({}, { role: 'referee', settings: CLASS, as: { party: 'player', id: 'P01' } })).toMatch(/^E006/);
    expect(attempt({}, { settings: CLASS })).toBe('P01');
    const after = [CREATED, registration('REF01')];
    const as: Identity = { party: 'referee', id: 'REF01' };
    expect(attempt({}, { after, role: 'referee', settings: CLASS, as })).toBe('REF01');
  });

  test('is judged by its protocol version before anything else, whoever it is', () => {
    const p01 = registration('P01');
    const own: Identity = { party: 'player', id: 'P01' };
    expect(attempt({ protocol_version: '3.0.0' }, { after: [CREATED, p01], as: own })).toMatch(/^E018/);
    expect(attempt({ protocol_version: '3.0.0' }, { role: 'referee' })).toBe('E018 Protocol version too new');
    expect(attempt({ protocol_version: '2.9.0' }, { role: 'referee' })).toBe('REF01');
  });

  test('looks at the version of the protocol, never at that of the agent', () => {
    expect(attempt({ version: '0.0.1' })).toBe('P01');
  });
});

test('what a referee says of itself is kept, and what it leaves out is the least', () => {
  const meta = { ...META, max_concurrent_matches: 64, tickets: true } as Meta;
  const offering = { role: 'referee', caller: callerAs() } as const;
  const told = admit(registryAfter([CREATED]), { ...offering, meta });
  expect(told).toMatchObject({ value: { max_concurrent_matches: 64, tickets: true, dialects: ['rpc'], version: '' } });
  const silent = admit(registryAfter([CREATED]), { ...offering, meta: META });
  expect(silent).toMatchObject({ value: { max_concurrent_matches: 1, tickets: false, batches: false } });
});
