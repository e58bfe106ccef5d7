/**
 * The resources a league offers to clients of MCP: standings, schedule, rounds, rules and every match, each under its
 * URI.
 */
import { byNaturalOrder } from '../../../SHARED/core/ids.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { documentText } from '../../../SHARED/league_sdk/files/document.ts';
import type { Resource, ResourceFamily, Resources } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import type { LeagueEvent } from '../league/events.ts';
import { type League, totalRounds } from '../league/state.ts';
import type { ChangeFeed } from './change_feed.ts';
import {
  MOST_ROWS,
  type PublicSource,
  publicRound,
  publicRounds,
  publicRules,
  publicSchedule,
  publicStandings,
  publicStatus,
} from './public_league.ts';
import { publicMatch } from './public_match.ts';

export interface ResourceSource extends PublicSource {
  readonly feed: Pick<ChangeFeed, 'onBatch' | 'durable'>;
}

const mimeType = 'application/json';
/** Completions of one beginning, as many as an answer may hold. */
const MOST_COMPLETIONS = 100;
const MATCH = /^league:\/\/matches\/(\w+)$/;
const ROUND = /^league:\/\/rounds\/([1-9]\d{0,6})$/;

const ABOUT: { readonly [K in keyof typeof FIXED]: { readonly title: string; readonly description: string } } = {
  status: { title: 'Status', description: 'How far the league is, who takes part, and who won.' },
  standings: { title: 'Standings', description: `The table, the first of the league first; up to ${MOST_ROWS} rows.` },
  schedule: {
    title: 'Schedule',
    description: `Who meets whom in which round, and how far each match is; up to ${MOST_ROWS} matches.`,
  },
  rounds: { title: 'Rounds', description: `The rounds so far with the result of each match; of many the newest.` },
  rules: {
    title: 'Rules',
    description: 'The rules as configured: game, scoring, tiebreakers, deadlines, attempts, forfeits and the draw.',
  },
};

/** The resources of a league. Before it starts, each resource says so; a resource shows durable events only. */
export function leagueResources(source: ResourceSource): Resources {
  const { league, feed } = source;
  const texts: { readonly [K in keyof typeof FIXED]: () => JsonObject } = {
    status: () => publicStatus(source),
    standings: () => publicStandings(source),
    schedule: () => publicSchedule(source),
    rounds: () => publicRounds(source),
    rules: () => publicRules(source),
  };
  const fixed = (Object.keys(FIXED) as (keyof typeof FIXED)[]).map(
    (name): Resource => ({ uri: FIXED[name], name, ...ABOUT[name], mimeType }),
  );

  async function found(uri: string): Promise<JsonObject | undefined> {
    const name = fixed.find((resource) => resource.uri === uri)?.name;
    if (name !== undefined) return texts[name as keyof typeof FIXED]();
    const match_id = MATCH.exec(uri)?.[1];
    if (match_id !== undefined) return publicMatch(source, match_id);
    const round_id = ROUND.exec(uri)?.[1];
    return round_id === undefined ? undefined : publicRound(source, Number(round_id));
  }

  return {
    // Of a long league the newest: the rest is found by the families below.
    list: () => [...fixed, ...[...league.matches.keys()].slice(-MOST_ROWS).map(matchResource)],
    families: [
      {
        ...{ uriTemplate: 'league://matches/{match_id}', name: 'match', title: 'Match', mimeType },
        description: 'One match: players, referee, and once it is decided result, moves, faults, seed and record.',
        complete: (beginning) => beginningLike(league.matches.keys(), beginning),
      },
      {
        ...{ uriTemplate: 'league://rounds/{round_id}', name: 'round', title: 'Round', mimeType },
        description: 'One round, played or planned, with its matches.',
        complete: (beginning) => beginningLike(roundIds(totalRounds(league)), beginning),
      },
    ] satisfies readonly ResourceFamily[],
    async read(uri) {
      const data = await found(uri);
      await feed.durable();
      return data === undefined ? undefined : documentText(data);
    },
    onChange: (changed) => tellChanges(source, changed),
  };
}

function matchResource(match_id: string): Resource {
  const title = `Match ${match_id}`;
  return { uri: matchUri(match_id), name: match_id, title, description: `The record of match ${match_id}.`, mimeType };
}

/** The ids of so many rounds. */
export function* roundIds(total: number): Iterable<string> {
  for (let round_id = 1; round_id <= total; round_id++) yield String(round_id);
}

/** Those that begin like this, at most as many as an answer may hold, in the order of people. */
export function beginningLike(all: Iterable<string>, beginning: string): readonly string[] {
  const found: string[] = [];
  for (const each of all) {
    if (!each.startsWith(beginning)) continue;
    if (found.push(each) === MOST_COMPLETIONS) break;
  }
  return found.sort(byNaturalOrder);
}

/** The resources of a league that are always there. */
const FIXED = {
  status: 'league://status',
  standings: 'league://standings',
  schedule: 'league://schedule',
  rounds: 'league://rounds',
  rules: 'league://rules',
} as const;

const matchUri = (match_id: string) => `league://matches/${match_id}`;
const roundUri = (round_id: number) => `league://rounds/${round_id}`;

/** Tells a listener which resources each batch has changed, each once. */
function tellChanges({ league, feed }: ResourceSource, changed: (uri: string) => void): () => void {
  let isOver = false;
  const stop = feed.onBatch(({ events }) => {
    // A listener that stops in the middle of a batch hears nothing more.
    for (const uri of new Set(events.flatMap((event) => changedBy(event, league)))) if (!isOver) changed(uri);
  });
  return () => {
    isOver = true;
    stop();
  };
}

function changedBy(event: LeagueEvent, league: Readonly<League>): readonly string[] {
  const { status, standings, schedule, rounds } = FIXED;
  switch (event.type) {
    case 'agent_registered':
      return [status, standings];
    case 'habits_noted':
      return [status];
    case 'violation_noted':
      return [standings];
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
    case 'endpoint_settled':
    case 'agent_recovered':
    case 'end_told':
      return [];
    case 'agent_removed':
    case 'agent_suspended':
    case 'agent_readmitted':
      return Object.values(FIXED);
    case 'league_paused':
    case 'league_unpaused':
      return [status];
    default:
      return event satisfies never;
  }

  function matchAndRound(match_id: string): readonly string[] {
    const round_id = league.matches.get(match_id)?.pairing.round_id;
    return [matchUri(match_id), ...(round_id === undefined ? [] : [roundUri(round_id)])];
  }
}
