/** Which resources an event of the league changes, told soon and not for every event again. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { LeagueEvent } from '../league/events.ts';
import type { LeagueStore } from '../league/store.ts';

/** The resources of a league that are always there. */
export const FIXED = {
  status: 'league://status',
  standings: 'league://standings',
  schedule: 'league://schedule',
  rounds: 'league://rounds',
  rules: 'league://rules',
} as const;

export const matchUri = (match_id: string) => `league://matches/${match_id}`;
export const roundUri = (round_id: number) => `league://rounds/${round_id}`;

/** Of many changes in this time a listener hears once. */
const TOLD_EVERY_MS = 200;

export interface ChangeOptions {
  readonly journal: Pick<LeagueStore, 'onCommit' | 'durable'>;
  readonly clock: Clock;
  /** The round a match belongs to. */
  readonly roundOf: (match_id: string) => number | undefined;
}

/** Tells a listener of changed resources once they are durable, until the returned function is called. */
export function tellChanges({ journal, clock, roundOf }: ChangeOptions, changed: (uri: string) => void): () => void {
  const waiting = new Set<string>();
  let cancel: (() => void) | undefined;
  let isOver = false;

  function tellSoon(): void {
    // Over a ledger that cannot be written the manager ends and says why; of what was lost there is nothing to tell.
    cancel ??= clock.after(TOLD_EVERY_MS, () => void tell().catch(() => undefined));
  }

  async function tell(): Promise<void> {
    cancel = undefined;
    const uris = [...waiting];
    waiting.clear();
    await journal.durable();
    // Whoever stopped listening meanwhile hears nothing more.
    for (const uri of uris) if (!isOver) changed(uri);
  }

  const leave = journal.onCommit((events) => {
    for (const event of events) for (const uri of changedBy(event, roundOf)) waiting.add(uri);
    if (waiting.size > 0) tellSoon();
  });
  return () => {
    isOver = true;
    leave();
    cancel?.();
  };
}

function changedBy(event: LeagueEvent, roundOf: ChangeOptions['roundOf']): readonly string[] {
  const { status, standings, schedule, rounds } = FIXED;
  switch (event.type) {
    case 'agent_registered':
      return [status, standings];
    case 'league_started':
      return Object.values(FIXED);
    case 'round_opened':
      return [
        ...[status, schedule, rounds, roundUri(event.round_id)],
        ...event.matches.map(({ match_id }) => matchUri(match_id)),
      ];
    case 'match_reassigned':
      return [schedule, rounds, ...matchAndRound(event.match_id)];
    case 'match_decided':
      return [status, standings, schedule, rounds, ...matchAndRound(event.match_id)];
    case 'round_closed':
      return [status, standings, rounds, roundUri(event.round_id)];
    case 'league_closed':
      return [status];
    case 'league_created':
    case 'manager_started':
    case 'token_confirmed':
    case 'agent_recovered':
    case 'end_told':
      return [];
    default:
      return event satisfies never;
  }

  function matchAndRound(match_id: string): readonly string[] {
    const round_id = roundOf(match_id);
    return [matchUri(match_id), ...(round_id === undefined ? [] : [roundUri(round_id)])];
  }
}
