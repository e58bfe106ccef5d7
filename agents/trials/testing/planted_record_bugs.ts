/** Bugs of records in segments, to be found by the simulation. */
import { type Clock, sleep } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import { type MatchRecords, Records } from '../../../SHARED/league_sdk/records/records.ts';
import { DATA, recordsOn } from '../simulation/parts.ts';
import { type PlantedBug, REFEREE, tampered } from './planting.ts';

const EVERYBODY = /./;
const LATE_MS = 2_000;

/** Resolves at once what happens a while later, if ever. */
function late(clock: Clock, action: () => Promise<unknown>): Promise<void> {
  void sleep(clock, LATE_MS)
    .then(action)
    .catch(() => undefined);
  return Promise.resolve();
}

/** Says that everything is kept before it is. */
class HastyRecords extends Records {
  readonly #clock: Clock;

  constructor(disk: Disk, clock: Clock) {
    super('segments', { disk, root: DATA });
    this.#clock = clock;
  }

  override async matches(leagueId: string, refereeId: string): Promise<MatchRecords> {
    const real = await super.matches(leagueId, refereeId);
    return { ...real, saveMatch: (id, record) => late(this.#clock, () => real.saveMatch(id, record)) };
  }

  override addToHistory(playerId: string, text: string): Promise<void> {
    return late(this.#clock, () => super.addToHistory(playerId, text));
  }
}

export const RECORD_BUGS: readonly PlantedBug[] = [
  {
    name: 'a referee settles a match before its record is written',
    seed: 1,
    breaks: ['I1'],
    plant: () =>
      tampered(REFEREE, (effects) => ({ ...effects, records: new HastyRecords(effects.disk, effects.clock) })),
  },
  {
    name: 'a player acknowledges an end before its history has it',
    seed: 1,
    breaks: ['I1'],
    plant: () => tampered(/^P/, (effects) => ({ ...effects, records: new HastyRecords(effects.disk, effects.clock) })),
  },
  {
    name: 'a part of records is removed before its frame is written',
    seed: 1,
    breaks: ['I1'],
    plant: () =>
      tampered(EVERYBODY, (effects) => ({
        ...effects,
        records: recordsOn('segments', {
          ...effects.disk,
          appendBytes: (path, bytes) => late(effects.clock, () => effects.disk.appendBytes(path, bytes)),
        }),
      })),
  },
];
