/** A folder and processes of one test's own, of which nothing is left when it is over. */
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { eventsIn } from '../../../SHARED/league_sdk/ledger/text.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { league, type Program } from './rehearsal.ts';

const LEAGUE = 'league_2025_even_odd';

/** The stage of each test of a file; to be set up once, beside its tests. */
export class OwnStage {
  folder = '';
  /** The options that name its folders; a test may add to them. */
  where: readonly string[] = [];
  readonly #programs: Program[] = [];

  constructor() {
    let remove = async (): Promise<void> => undefined;
    beforeEach(async () => {
      ({ path: this.folder, remove } = await scratchFolder('league-'));
      this.where = ['--data', join(this.folder, 'data'), '--logs', join(this.folder, 'logs')];
    });
    afterEach(async () => {
      await Promise.all(this.#programs.splice(0).map((program) => program.end()));
      await remove();
    });
  }

  /** Ends a process with the test, passed or failed. */
  own(program: Program): Program {
    this.#programs.push(program);
    return program;
  }

  /** Starts `league` with these words and the folders of this stage. */
  started(...words: readonly string[]): Program {
    return this.own(league(...words, ...this.where));
  }

  /** The results in the ledger so far. */
  async results(): Promise<readonly LeagueEvent[]> {
    const path = join(this.folder, 'data', 'leagues', LEAGUE, 'ledger.jsonl');
    const read = eventsIn<LeagueEvent>((await nodeDisk().read(path)) ?? '');
    return read.ok ? read.value.lines.flat().filter(({ type }) => type === 'match_decided') : [];
  }
}
