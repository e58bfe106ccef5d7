/** What people see on disk: standings, rounds and agents, written from the state and rebuilt whenever missing or behind. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { debouncedFiles } from '../../../SHARED/league_sdk/files/debounced_file.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { League } from '../league/state.ts';
import { agentsText, roundsText, standingsText } from './view_files.ts';

export interface ViewOptions {
  readonly league: League;
  readonly disk: Disk;
  readonly clock: Clock;
  /** The root of the runtime data. */
  readonly data: string;
  /** Resolves when everything that has happened so far is durable: nobody is shown what a crash could undo. */
  readonly durable: () => Promise<void>;
  readonly onFailure: (cause: unknown) => void;
}

export type Views = ReturnType<typeof makeViews>;

/** The files of a league that show its state, by path, with what makes each. */
export function viewFiles(data: string, league_id: string): readonly (readonly [string, (league: League) => string])[] {
  const paths = dataPaths(data);
  return [
    [paths.standings(league_id), standingsText],
    [paths.rounds(league_id), roundsText],
    [paths.agentsView(league_id), agentsText],
  ];
}

export function makeViews({ league, disk, clock, data, durable, onFailure }: ViewOptions) {
  const afterTheLedger = {
    async replace(path: string, text: string): Promise<void> {
      await durable();
      await disk.replace(path, text);
    },
  };
  const writers = viewFiles(data, league.league_id).map(
    ([path, make]) => [debouncedFiles({ disk: afterTheLedger, clock, path, onFailure }), make] as const,
  );

  /** Something changed; the files follow soon. */
  function touch(): void {
    for (const [writer, make] of writers) writer.show(() => make(league));
  }

  /** Writes the files now; resolves when they are in place. */
  async function write(): Promise<void> {
    touch();
    await Promise.all(writers.map(([writer]) => writer.flush()));
  }

  return { touch, write };
}
