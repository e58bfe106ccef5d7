import { expect, test } from 'vitest';
import { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import { check } from '../../../SHARED/contracts/read.ts';
import type { LeagueEvent } from '../league/events.ts';
import { apply } from '../league/state.ts';
import {
  AT,
  CREATED,
  decision,
  folded,
  ids,
  matchIn,
  opening,
  registration,
  running,
  seedOf,
} from '../testing/rehearsal.ts';
import { publicEvent } from './public_event.ts';

const LEAGUE = folded(running({ players: 4, agents: { P02: { display_name: '<script>' } } }));
const told = (event: LeagueEvent) => publicEvent(event, 7, LEAGUE);
const open = (match_id: string) => matchIn(LEAGUE, match_id);
const rounds = running({ players: 4 });
const started = rounds.find(({ type }) => type === 'league_started') as LeagueEvent;
const opened = rounds.find(({ type }) => type === 'round_opened') as LeagueEvent;

/** Each kind of event that is told, and its sentence. */
const SENTENCES: readonly (readonly [LeagueEvent, string])[] = [
  [CREATED, 'The league league_2025_rehearsal was created.'],
  [{ type: 'manager_started', at: AT, address: 'http://10.0.0.1:8000/mcp' }, 'The league manager was started.'],
  [registration('P01'), 'Agent P01 (P01) registered as a player.'],
  [registration('REF01'), 'Agent REF01 (REF01) registered as a referee.'],
  [{ type: 'agent_recovered', at: AT, agent_id: 'P02' }, '<script> (P02) answers again.'],
  [
    { type: 'violation_noted', at: AT, agent_id: 'P01', kind: 'schema', count: 3, example: 'tok_secret' },
    'Agent P01 (P01) broke the protocol, 3 times by now: A message does not fit its published schema.',
  ],
  [
    { type: 'habits_noted', at: AT, agent_id: 'P01', habits: ['path_case'] as never },
    'Agent P01 (P01) was found to have habits of its own: path_case.',
  ],
  [
    { type: 'agent_removed', at: AT, agent_id: 'P01', reason: 'It cheats.', by: 'operator', counted: true },
    'Agent P01 (P01) was removed by the operator: It cheats.',
  ],
  [
    { type: 'agent_removed', at: AT, agent_id: 'P01', reason: 'version', by: 'rule', counted: false },
    'Agent P01 (P01) was disqualified by a rule of the league: version.',
  ],
  [
    { type: 'agent_suspended', at: AT, agent_id: 'P01', reason: 'it is at http://10.1.2.3:8101/mcp' },
    'Agent P01 (P01) was suspended by the operator: it is at (its address).',
  ],
  [
    { type: 'agent_readmitted', at: AT, agent_id: 'P01', reason: '', endpoint: 'http://10.1.2.3:8101/mcp' },
    'Agent P01 (P01) was readmitted by the operator.',
  ],
  [{ type: 'league_paused', at: AT, reason: 'lunch' }, 'The league is held: lunch.'],
  [{ type: 'league_unpaused', at: AT }, 'The league goes on.'],
  [started, 'The league began, with 4 players.'],
  [opened, 'Round 1 began, with 2 matches.'],
  [
    { type: 'match_reassigned', at: AT, match_id: 'R1M1', referee_id: 'REF01', epoch: 2, why: 'the lease ended' },
    'Match R1M1 was given to Agent REF01 (REF01): the lease ended.',
  ],
  [decision(open('R1M1'), { winner: 'P01' }), 'R1M1: Agent P01 (P01) won against <script> (P02). One was better.'],
  [decision(open('R1M2'), 'draw'), 'R1M2: draw, Agent P03 (P03) against Agent P04 (P04). Nobody was better.'],
  [
    decision(open('R1M2'), { silent: ['P04'] }),
    'R1M2: P04 did not answer in time; Agent P03 (P03) won against Agent P04 (P04).',
  ],
  [
    decision(open('R1M2'), { silent: ['P03', 'P04'] }),
    'R1M2: P03 did not answer in time; P04 did not answer in time; nobody won, Agent P03 (P03) against Agent P04 (P04).',
  ],
  [{ type: 'round_closed', at: AT, round_id: 1 }, 'Round 1 is complete.'],
  [
    { type: 'league_closed', at: AT, champion: 'P03' },
    'The league is over: Agent P03 (P03) won it, by id alone: 4 players share the first place: Agent P01 (P01), <script> (P02), Agent P03 (P03) and 1 more.',
  ],
  [{ type: 'league_closed', at: AT, champion: null }, 'The league is over.'],
];

test.each(SENTENCES)('$type is told in a sentence', (event, text) => {
  const known = told(event);
  expect(known).toMatchObject({ sequence: 7, at: AT, type: event.type, text });
  expect(check(PublicEvent, known as never)).toEqual({ ok: true, value: undefined });
});

test.each([
  { type: 'token_confirmed', at: AT, agent_id: 'P01' },
  { type: 'endpoint_settled', at: AT, agent_id: 'P01', address: '10.1.2.3' },
  { type: 'end_told', at: AT },
] as const)('$type is not told', (event) => {
  expect(told(event)).toBeUndefined();
});

test('an applicant that was refused is told without its name and address', () => {
  const agent_id = 'Eve at 10.1.2.3';
  const known = told({
    type: 'violation_noted',
    at: AT,
    agent_id,
    kind: 'version',
    count: 1,
    example: '',
    unregistered: true,
  });
  expect(known).toEqual({
    ...{ sequence: 7, at: AT, type: 'violation_noted', is_trouble: true },
    text: 'A registration broke the protocol: The protocol or its version is another one.',
  });
});

test('an opened round tells no seed, and a decided match neither its evidence nor a secret', () => {
  expect(JSON.stringify(told(opened))).not.toContain(seedOf('R1M1'));
  const token = `tok_${'ab'.repeat(16)}`;
  const event = decision(open('R1M2'), { silent: ['P04'] });
  const fault = { player_id: 'P04', cause: 'bad_answer', evidence: { detail: `it said: ${token} 10.1.2.3` } } as const;
  const details = { ...event.result.details, faults: [fault] };
  expect(told({ ...event, result: { ...event.result, details } })?.text).toMatch(
    /^R1M2: P04 gave no usable answer; Agent P03/,
  );
  const reason = `${token} at http://10.1.2.3 ${'x'.repeat(1_000)}`;
  const played = decision(open('R1M1'), 'draw');
  const { text } = told({
    ...played,
    result: { ...played.result, details: { ...played.result.details, reason } },
  }) as PublicEvent;
  expect(text).not.toMatch(/tok_|10\.1\.2\.3/);
  expect(text.length).toBeLessThan(400);
});

test('faults, violations and exclusions are trouble, and a match that was played is none', () => {
  const trouble = SENTENCES.filter(([event]) => told(event)?.is_trouble === true).map(([{ type }]) => type);
  expect(new Set(trouble)).toEqual(
    new Set([
      'violation_noted',
      'agent_removed',
      'agent_suspended',
      'league_paused',
      'match_reassigned',
      'match_decided',
    ]),
  );
  expect(told(decision(open('R1M1'), 'draw'))).not.toHaveProperty('is_trouble');
});

test('a result that suspends a player, brings it back or gives it up says so first, however much later it is read', () => {
  const legs = 14;
  const league = folded(running({ players: 2, legs }));
  const results = Array.from({ length: legs }, (_, i) => {
    if (i > 0) apply(league, opening(ids('P', 2), 1, i + 1, legs));
    const result = decision(matchIn(league, `R${i + 1}M1`), i === 3 ? 'draw' : { silent: ['P02'] });
    apply(league, result);
    return result;
  });
  const texts = results.map((result) => publicEvent(result, 7, league)?.text ?? '');
  const turns = texts.map((text, i) => text.slice(0, text.indexOf(`R${i + 1}M1: `)).trim());
  const none = (count: number) => Array<string>(count).fill('');
  expect(turns).toEqual([
    ...none(2),
    'Agent P02 (P02) is suspended: no usable answer in 3 matches in a row.',
    'Agent P02 (P02) is no longer suspended.',
    ...none(2),
    'Agent P02 (P02) is suspended: no usable answer in 3 matches in a row.',
    ...none(6),
    'Agent P02 (P02) is given up: no usable answer in 10 matches in a row.',
  ]);
});
