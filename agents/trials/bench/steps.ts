/** How long the steps of a match take, by what the league has noted anyway: its ledger, and the agents' logs. */
import { join } from 'node:path';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';

/** Milliseconds of each step, one for every time that it was taken. */
export type Steps = ReadonlyMap<string, readonly number[]>;

/** The steps of a match in their order, as tables show them. */
export const STEPS = ['announcement', 'invitation', 'choice', 'report', 'game over', 'match'] as const;
type Step = (typeof STEPS)[number];

/** Of a request in the log of the agent that sent it, and of the reply to it. */
const ASKED: readonly (readonly [Step, RegExp, RegExp])[] = [
  ['report', /^MATCH_RESULT_REPORT$/, /^MATCH_RESULT_ACK$/],
  ['game over', /^GAME_OVER$/, /^GAME_OVER_ACK$/],
];
const AGENT_LOG = /^(\w+)\.log\.jsonl$/;

interface LogLine {
  readonly timestamp: string;
  readonly direction?: 'SENT' | 'RECEIVED';
  readonly message_type?: string;
  readonly peer?: string;
  readonly details?: { readonly match_id?: string; readonly round_id?: number };
}

/** Matches that were decided before `since` are left out, and lines that a policy of logs did not write. */
export async function stepsIn(
  events: readonly LeagueEvent[],
  logs: { readonly disk: Disk; readonly folder: string },
  since = 0,
): Promise<Steps> {
  const steps = new Map<Step, number[]>(STEPS.map((step) => [step, []]));
  const add = (step: Step, ms: number) => void steps.get(step)?.push(ms);
  const openedAt = new Map<number, number>();
  const wanted = new Map<string, number>();
  const { disk, folder } = logs;
  for (const event of events) {
    const at = Date.parse(event.at);
    if (event.type === 'round_opened') openedAt.set(event.round_id, at);
    if (event.type !== 'match_decided' || at < since) continue;
    wanted.set(event.match_id, at);
    for (const { awaited, asked_ms, answered_ms } of event.result.details.timeline ?? [])
      if (answered_ms !== undefined && answered_ms !== null)
        add(awaited === 'GAME_JOIN_ACK' ? 'invitation' : 'choice', answered_ms - asked_ms);
  }
  const agents = join(folder, 'agents');
  for (const name of await disk.list(agents))
    if (AGENT_LOG.test(name)) readAgent(await linesOf(disk, join(agents, name)));
  return steps;

  function readAgent(lines: readonly LogLine[]): void {
    const sent = new Map<string, number>();
    for (const { timestamp, direction, message_type = '', peer, details } of lines) {
      const at = Date.parse(timestamp);
      const { match_id, round_id } = details ?? {};
      const opened =
        direction === 'RECEIVED' && message_type === 'ROUND_ANNOUNCEMENT' ? openedAt.get(round_id ?? 0) : undefined;
      if (opened !== undefined && opened >= since) add('announcement', at - opened);
      const decidedAt = wanted.get(match_id ?? '');
      if (decidedAt === undefined) continue;
      if (direction === 'RECEIVED' && message_type === 'RUN_MATCH') add('match', decidedAt - at);
      for (const [step, request, reply] of ASKED) {
        const key = `${step} ${match_id} ${peer}`;
        if (direction === 'SENT' && request.test(message_type)) sent.set(key, at);
        const asked = direction === 'RECEIVED' && reply.test(message_type) ? sent.get(key) : undefined;
        if (asked !== undefined) add(step, at - asked);
      }
    }
  }
}

/** A line that is torn says nothing. */
async function linesOf(disk: Disk, path: string): Promise<readonly LogLine[]> {
  const lines = ((await disk.read(path)) ?? '').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as LogLine);
}

/** The value that this share of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
