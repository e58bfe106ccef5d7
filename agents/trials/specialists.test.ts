/** The strategies that README recommends for a game keep their word wherever a strategy can play. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unwrap } from '../../SHARED/core/result.ts';
import { nodeDisk } from '../../SHARED/league_sdk/disk/node_disk.ts';
import type { SparReport } from '../launcher/commands/spar.ts';
import type { DuelReport } from '../launcher/duel/command.ts';
import { playLeague } from '../launcher/library/play_league.ts';
import { Flags } from '../launcher/options.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { strategyOf } from '../player/strategies/strategies.ts';
import { outingsOf, tallyOf } from './private_league/outings.ts';
import { playPrivateLeague } from './private_league/run.ts';
import { openSchemaBook } from './private_league/schema_book.ts';
import { wireTap } from './private_league/wire_tap.ts';
import { shippedSettings, typed } from './testing/rehearsal_in_process.ts';

/** Each meets an opponent that it should beat; tit_for_tat never wins a match, and should draw with a cooperator. */
const SPECIALISTS = [
  { name: 'perfect_tic_tac_toe', game: 'tic_tac_toe', opponent: 'random' },
  { name: 'four_ahead', game: 'connect_four', opponent: 'random' },
  { name: 'markov', game: 'rock_paper_scissors', opponent: 'always:rock' },
  { name: 'tit_for_tat', game: 'prisoners_dilemma', opponent: 'always:cooperate' },
] as const;
type Specialist = (typeof SPECIALISTS)[number];
const MATCHES = 6;
const SEED = 7;

/** The matches of a specialist against its opponent. */
interface MatchTally {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Matches forfeited and moves made by the guard. */
  readonly failures: number;
}

const WAYS: { readonly [way: string]: (specialist: Specialist) => Promise<MatchTally> } = {
  async 'a duel'({ name, game, opponent }) {
    const words = `${opponent} --game ${game} --games ${MATCHES} --seed ${SEED} --json`.split(' ');
    const { code, out } = await typed('duel', name, ...words);
    const { bouts, failures } = JSON.parse(out) as DuelReport;
    expect(code).toBe(0);
    const { won = 0, drawn = 0, lost = 0 } = bouts.find(({ strategy }) => strategy === name) ?? {};
    return { won, drawn, lost, failures: failures.length };
  },

  async 'a practice'({ name, game, opponent }) {
    const words = `--vs ${opponent} --game ${game} --matches ${MATCHES} --seed ${SEED} --json`.split(' ');
    const { code, out } = await typed('spar', name, ...words);
    const { against, story } = JSON.parse(out) as SparReport;
    expect(code).toBe(0);
    const { won = 0, drawn = 0, lost = 0, forfeited = 0 } = against[0] ?? {};
    return { won, drawn, lost, failures: forfeited + Object.keys(story?.guarded ?? {}).length };
  },

  async 'a private league'({ name, game, opponent }) {
    const [specialist, other] = [name, opponent].map((each) => ({ name: each, strategy: unwrap(strategyOf(each)) }));
    if (specialist === undefined || other === undefined) throw new Error('two strategies are needed');
    const disk = nodeDisk();
    const book = await openSchemaBook(disk, join(ROOT, 'doc', 'schemas'));
    const { duels, mixed, overHttp } = await playPrivateLeague({
      field: { candidates: [specialist], opponents: [other], shipped: [specialist, other], misbehaving: [] },
      // Each also meets itself, which takes long.
      ...{ games: 1, seed: SEED, otherGames: [], tap: () => wireTap(book), tell: () => undefined },
      settings: await shippedSettings([], new Flags([['game', game]])),
    });
    await disk.close();
    const met = duels.find(({ second }) => second.name === opponent)?.outings.first ?? [];
    const leagues = [...mixed.leagues, ...overHttp.leagues].flatMap((league) => outingsOf('P01', league));
    const { won, drawn, lost, technical, crashes } = tallyOf([...met, ...leagues]);
    return { won, drawn, lost, failures: technical + crashes };
  },

  async 'a league'({ name, game, opponent }) {
    const result = await playLeague({ players: [name, opponent, opponent, opponent], game, legs: 2, seed: SEED });
    const row = result.standings.find(({ display_name }) => display_name === name);
    const { wins: won = 0, draws: drawn = 0, losses: lost = 0, technical_losses = 0, guarded = 0 } = row ?? {};
    return { won, drawn, lost, failures: technical_losses + guarded };
  },
};

const CASES = Object.entries(WAYS).flatMap(([way, play]) =>
  SPECIALISTS.map((specialist) => ({ ...specialist, way, play })),
);

test.each(CASES)('$name plays $game well in $way', async ({ play, ...specialist }) => {
  const { won, drawn, lost, failures } = await play(specialist);
  const played = won + drawn + lost;
  expect(failures).toBe(0);
  expect(played).toBeGreaterThan(1);
  if (specialist.name === 'tit_for_tat') expect(drawn).toBe(played);
  else expect(won).toBeGreaterThan(played / 2);
});
