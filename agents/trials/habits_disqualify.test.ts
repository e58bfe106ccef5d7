/** Zero tolerance for habits: where breaches disqualify, each is a violation by its name, and it costs no other player anything. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HABIT_NAMES, type HabitName } from '../../SHARED/contracts/dialects/habits.ts';
import type { StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { type Hall, LEAGUE, matchesIn, openHall, type PlayedMatch } from './testing/hall.ts';
import type { Program } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';
import { HAS_PYTHON, standIn, standInAt } from './testing/stand_ins.ts';

/** Stand-ins that are turned away at their registration, and others that lose their place by an answer; or why there is none. */
type Case = { readonly refused?: readonly string[]; readonly removed?: readonly string[] } | string;

const CASES: { readonly [H in HabitName]: Case } = {
  offset_times: { refused: ['offset_times', 'compact_times'] },
  type_not_method: { refused: ['unknown_method', 'league_handle'] },
  whole_seconds: 'Nothing is read otherwise: everybody is written to so, in every league.',
  answers_in_params: { removed: ['answers_in_params'] },
  error_statuses: { removed: ['error_statuses'] },
  own_ids: { removed: ['own_counter', 'always_one'] },
  message_param: { refused: ['message_param'] },
  type_from_method: { refused: ['no_type', 'top_alone'] },
  types_as_methods: { refused: ['types_upper', 'types_lower', 'league_register'] },
  lower_types: { removed: ['lower_answers'] },
  odd_version: { removed: ['odd_version'] },
  status_joins: { removed: ['joins_ack', 'joins_received', 'joins_accepted'] },
  rest_paths: { refused: ['rest', 'rest_rpc'] },
  other_names: { refused: ['endpoint_name'], removed: ['accepted'] },
  choice_too: { removed: ['choice'] },
  tool_calls: { refused: ['tools_list', 'tools_plain', 'tools_register'] },
  answers_as_tool: { removed: ['content_text'] },
  other_move_names: { removed: ['parity_choose', 'choose_parity_request'] },
  odd_paths: { refused: ['upper_path', 'slash_path'], removed: ['no_path'] },
  meta_at_top: { refused: ['bare_top', 'meta_at_top', 'in_data', 'in_payload', 'player_register'] },
  nested_copies: { removed: ['nested'] },
  plain_accept: 'A header of HTTP is no part of a message; the call of a tool that it comes with is a violation.',
};
/** They have no habit, or none that breaks a rule. */
const HEALTHY = ['spec', 'bare', 'registers_first', 'integer_ids', 'no_times', 'whole_seconds'];
/** By the documents a join may be posted, and a status is then no answer at all. */
const POSTS_TOO = ['posts_join'];
const OURS = ['P90', 'P91'];

interface Conduct {
  readonly agent_id: string;
  readonly breaches: readonly { readonly example: string }[];
}

const isBreach = (habit: string): boolean => typeof CASES[habit as HabitName] !== 'string';
const casesOf = (where: 'refused' | 'removed') =>
  HABIT_NAMES.flatMap((habit) => {
    const found = CASES[habit];
    const players = typeof found === 'string' ? [] : (found[where] ?? []);
    return players.map((player) => ({ habit, player }));
  });
const [refused, removed] = [casesOf('refused'), casesOf('removed')];
const cast = new Set([...refused, ...removed].map(({ player }) => player));

const skipped = HAS_PYTHON ? '' : ' (skipped: there is no python3 of 3.8 or later here)';
describe.skipIf(!HAS_PYTHON)(`habits in a league that disqualifies${skipped}`, () => {
  let folder: string;
  let at: Hall;
  let strangers: Program;
  let habitsOf: { readonly [player: string]: readonly string[] };
  let conduct: readonly Conduct[];
  let standings: StandingsFile['standings'];
  let matches: readonly PlayedMatch[];
  /** By stand-in, its id. */
  const ids = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'league-'));
    const list = standIn('habits/players.py', '--list');
    await list.ended();
    habitsOf = JSON.parse(list.out()) as typeof habitsOf;
    at = await openHall(folder, {
      [`leagues/${LEAGUE}.json`]: { violations: 'disqualify' },
      // A status that does not join is silence: one attempt of it is enough.
      'system.json': { retry_policy: { max_retries: 1, backoff_strategy: 'exponential' } },
    });
    await Promise.all([at.ours('referee', 'REF01'), ...OURS.map((id) => at.ours('player', id))]);
    strangers = standInAt(folder, 'habits/players.py', at.manager, ...HEALTHY, ...cast);
    await strangers.says(/all have tried to register/);
    for (const [, name = '', id = ''] of strangers.out().matchAll(/^(\w+): (\S+) is registered/gm)) ids.set(name, id);
    const codes = await at.play();
    expect(codes, at.complaints()).toEqual(codes.map(() => 0));
    matches = await matchesIn(at);
    ({ standings } = await at.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`));
    const listed = await typed('violations', '--data', join(folder, 'data'), '--json');
    expect(listed.code, listed.err).toBe(0);
    conduct = JSON.parse(listed.out) as readonly Conduct[];
  }, 120_000);
  afterAll(async () => {
    await strangers?.end();
    await at?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The habits that the violations of an agent begin with. */
  function habitsIn(agent_id: string): readonly string[] {
    const breaches = conduct.find((each) => each.agent_id === agent_id)?.breaches ?? [];
    return breaches.flatMap(
      ({ example }) => /^(?:habit )?([a-z_]+(?:, [a-z_]+)*): /.exec(example)?.[1]?.split(', ') ?? [],
    );
  }

  test.each(refused)(
    '$habit: $player is turned away with the name of the habit, and is on record with it',
    ({ habit, player }) => {
      expect(ids.get(player)).toBeUndefined();
      expect(habitsIn(`Habit ${player} (127.0.0.1)`)).toContain(habit);
      const told = strangers
        .err()
        .split('\n')
        .find((line) => line.startsWith(`${player} was turned away`));
      expect(told).toMatch(new RegExp(`habit (\\w+, )*${habit}\\b`));
    },
  );

  test.each(removed)(
    '$habit: $player is disqualified, and the violation begins with the name of the habit',
    ({ habit, player }) => {
      const id = ids.get(player) ?? 'not registered';
      expect(habitsIn(id)).toContain(habit);
      expect(standings.find(({ player_id }) => player_id === id)).toMatchObject({ mark: 'disqualified' });
    },
  );

  test('every stand-in with a habit that breaks a rule is a case of one of its habits', () => {
    const broken = Object.keys(habitsOf).filter((player) => habitsOf[player]?.some(isBreach));
    expect(broken.filter((player) => !cast.has(player))).toEqual(POSTS_TOO);
  });

  test('healthy players play all their matches with one another, and no violation is held against them', () => {
    const healthy = [...OURS, ...HEALTHY.map((name) => ids.get(name) ?? name)];
    const rows = standings.filter(({ player_id }) => healthy.includes(player_id));
    expect(rows).toHaveLength(healthy.length);
    expect(rows.filter((row) => 'violations' in row || 'mark' in row)).toEqual([]);
    const own = matches.filter(({ player_a, player_b }) => healthy.includes(player_a) && healthy.includes(player_b));
    expect(own).toHaveLength((healthy.length * (healthy.length - 1)) / 2);
    expect(own.filter(({ termination }) => termination !== 'normal')).toEqual([]);
  });
});
