/** One league over every transport there is: the same seed, the same matches, the same table. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { eventsIn } from '../../SHARED/league_sdk/ledger/text.ts';
import { WIRES } from '../launcher/world/wires.ts';
import type { LeagueEvent } from '../league_manager/league/events.ts';
import { freePortBase, ran } from './testing/rehearsal.ts';
import { typed } from './testing/rehearsal_in_process.ts';

const LEAGUE = 'league_2025_even_odd';
const TRANSPORTS = Object.values(WIRES).map(({ flag }) => flag);
type RunTransport = (typeof TRANSPORTS)[number];

interface Printed {
  readonly champion: { readonly player_id: string };
  readonly standings: readonly unknown[];
  readonly matches: readonly { readonly status: string }[];
}

interface Played {
  readonly printed: Printed;
  readonly events: readonly LeagueEvent[];
  readonly standings: StandingsFile;
  readonly verified: string;
}

let folder: string;
const played = new Map<RunTransport, Played>();

async function play(transport: RunTransport): Promise<Played> {
  const data = join(folder, transport, 'data');
  const folders = ['--data', data, '--logs', join(folder, transport, 'logs')];
  const port = ['--port-base', String(await freePortBase())];
  const { code, out, err } = await ran(
    'run',
    '--transport',
    transport,
    '--seed',
    'seven',
    '--json',
    ...port,
    ...folders,
  );
  expect(code, err).toBe(0);
  const text = async (name: string) => readFile(join(data, 'leagues', LEAGUE, name), 'utf8');
  const ledger = eventsIn<LeagueEvent>(await text('ledger.jsonl'));
  if (!ledger.ok) throw new Error(ledger.error.detail);
  return {
    printed: JSON.parse(out) as Printed,
    events: ledger.value.lines.flat(),
    standings: JSON.parse(await text('standings.json')) as StandingsFile,
    verified: (await typed('verify', '--data', data)).out,
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  for (const transport of TRANSPORTS) played.set(transport, await play(transport));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const of = (transport: RunTransport) => played.get(transport) as Played;

describe.each(TRANSPORTS)('a league over %s', (transport) => {
  test('ends with every match decided by play, and a ledger that proves it', () => {
    const { printed, verified } = of(transport);
    expect(printed.matches).toHaveLength(6);
    expect(printed.matches.map(({ status }) => status)).not.toContain('TECHNICAL_LOSS');
    expect(verified).toContain('All is as it was played.');
  });

  test('has its agents at addresses of that transport and no other', () => {
    const endpoints = of(transport).events.flatMap((event) =>
      event.type === 'agent_registered' ? [new URL(event.endpoint).protocol] : [],
    );
    expect(endpoints).toHaveLength(6);
    const schemes: readonly string[] = Object.values(WIRES).find(({ flag }) => flag === transport)?.schemes ?? [];
    expect(endpoints.filter((scheme) => !schemes.includes(scheme))).toEqual([]);
  });

  test('has the results, standings and draws that it has over any other', () => {
    const [mine, other] = [of(transport), of('memory')];
    expect(mine.printed.matches).toEqual(other.printed.matches);
    expect(mine.printed.standings).toEqual(other.printed.standings);
    expect(mine.standings.standings).toEqual(other.standings.standings);
    expect(decided(mine)).toEqual(decided(other));
  });
});

/** Every result with its moves and reasons but for times of the day, in the order of the schedule. */
function decided({ events }: Played) {
  return events
    .flatMap((event) => {
      if (event.type !== 'match_decided') return [];
      const { timeline, ...details } = event.result.details;
      const asked = timeline
        ?.map(({ player_id, awaited, attempt, fault }) => [player_id, awaited, attempt, fault])
        .sort();
      return [{ match: event.match_id, result: { ...event.result, details }, asked }];
    })
    .sort((a, b) => (a.match < b.match ? -1 : 1));
}
