/** The events of a league as anybody may know them, each in a sentence; secrets and open choices are left out. */
import type { PublicEvent } from '../../../SHARED/contracts/api/events.ts';
import { faultSentence, withoutWinner } from '../../../SHARED/contracts/messages/result.ts';
import { VIOLATIONS } from '../../../SHARED/contracts/violations.ts';
import type { LeagueEvent, MatchDecided } from '../league/events.ts';
import { type League, tableOf } from '../league/state.ts';
import { sharedFirst } from '../tournament/standings.ts';
import { publicSentence } from './public_league.ts';
import { silenceOf } from './queries.ts';

type Told = Omit<PublicEvent, 'sequence' | 'at' | 'type'>;

/** An event for strangers, in the names that the league has now; undefined where it is none of their business. */
export function publicEvent(event: LeagueEvent, sequence: number, league: Readonly<League>): PublicEvent | undefined {
  const told = toldOf(event, league);
  return told === undefined ? undefined : { sequence, at: event.at, type: event.type, ...told };
}

function toldOf(event: LeagueEvent, league: Readonly<League>): Told | undefined {
  const name = (id: string) => `${league.agents.get(id)?.display_name ?? id} (${id})`;
  const about = (agent_id: string, what: string): Told => ({ agent_id, text: `${name(agent_id)} ${what}.` });
  switch (event.type) {
    case 'league_created':
      return { text: `The league ${event.league_id} was created.` };
    case 'manager_started':
      return { text: 'The league manager was started.' };
    case 'agent_registered':
      return about(
        event.agent_id,
        `registered as a ${event.kind === undefined ? event.role : `${event.kind} ${event.role}`}`,
      );
    case 'agent_recovered':
      return about(event.agent_id, 'answers again');
    case 'violation_noted': {
      const breach = VIOLATIONS[event.kind].about;
      // The id of an applicant is its name and address.
      if (event.unregistered === true)
        return { text: `A registration broke the protocol: ${breach}`, is_trouble: true };
      return {
        agent_id: event.agent_id,
        text: `${name(event.agent_id)} broke the protocol, ${event.count} times by now: ${breach}`,
        is_trouble: true,
      };
    }
    case 'habits_noted':
      return about(event.agent_id, `was found to have habits of its own: ${event.habits.join(', ')}`);
    case 'agent_removed': {
      const by = event.by === 'rule' ? 'disqualified by a rule of the league' : 'removed by the operator';
      return { ...about(event.agent_id, `was ${by}: ${quoted(event.reason)}`), is_trouble: true };
    }
    case 'agent_suspended':
      return { ...about(event.agent_id, `was suspended by the operator: ${quoted(event.reason)}`), is_trouble: true };
    case 'agent_readmitted':
      return about(event.agent_id, 'was readmitted by the operator');
    case 'league_paused':
      return { text: `The league is held: ${quoted(event.reason)}.`, is_trouble: true };
    case 'league_unpaused':
      return { text: 'The league goes on.' };
    case 'league_started':
      return { text: `The league began, with ${event.players.length} players.` };
    case 'round_opened':
      return {
        round_id: event.round_id,
        text: `Round ${event.round_id} began, with ${event.matches.length === 1 ? '1 match' : `${event.matches.length} matches`}.`,
      };
    case 'match_reassigned': {
      const { match_id, referee_id } = event;
      const text = `Match ${match_id} was given to ${name(referee_id)}: ${quoted(event.why)}.`;
      return { match_id, ...roundOf(match_id), agent_id: referee_id, text, is_trouble: true };
    }
    case 'match_decided':
      return decided(event);
    case 'round_closed':
      return { round_id: event.round_id, text: `Round ${event.round_id} is complete.` };
    case 'league_closed':
      return {
        winner: event.champion,
        text:
          event.champion === null
            ? 'The league is over.'
            : `The league is over: ${name(event.champion)} won it${byIdAlone()}.`,
      };
    case 'token_confirmed':
    case 'endpoint_settled':
    case 'end_told':
      return undefined;
    default:
      return event satisfies never;
  }

  function byIdAlone(): string {
    const shared = sharedFirst(tableOf(league));
    return shared === undefined ? '' : `, by id alone: ${shared}`;
  }

  function decided({ match_id, result: { winner, details } }: MatchDecided): Told {
    const [a, b] = league.matches.get(match_id)?.pairing.seats ?? [];
    const loser = winner === a ? b : a;
    const won = winner === null ? withoutWinner(details) : `${name(winner)} won`;
    const pair = a === undefined || b === undefined ? '' : `, ${name(a)} against ${name(b)}`;
    const outcome = `${won}${winner === null || loser === undefined ? pair : ` against ${name(loser)}`}`;
    // What a player said instead of an answer is evidence, and no news.
    const faults = details.faults.map((fault) => faultSentence({ ...fault, evidence: {} })).join('; ');
    const reason = (details.reason ?? '') === '' ? '' : `. ${quoted(details.reason ?? '')}`;
    return {
      match_id,
      ...roundOf(match_id),
      winner,
      termination: details.termination,
      // A fault stands first, and what it led to: whatever is cut off a line, it is not that.
      text: `${turnsAt(match_id)}${match_id}: ${faults === '' ? `${outcome}${reason}` : `${quoted(faults)}; ${outcome}`}.`,
      ...(details.faults.length > 0 ? { is_trouble: true as const } : {}),
    };
  }

  /** Which players the result suspended, gave up or brought back: no event of the ledger says so. */
  function turnsAt(match_id: string): string {
    const turns = (league.turns.get(match_id) ?? []).map((turn) => {
      const { mark, reason } = silenceOf(turn) ?? {};
      return `${name(turn.id)} ${mark === undefined ? 'is no longer suspended' : `is ${mark}: ${reason}`}. `;
    });
    return turns.join('');
  }

  function roundOf(match_id: string): { readonly round_id?: number } {
    const round_id = league.matches.get(match_id)?.pairing.round_id;
    return round_id === undefined ? {} : { round_id };
  }
}

/** Words of others in one line, without addresses and secrets, and without the full stop that the sentence has itself. */
function quoted(words: string): string {
  return publicSentence(words.replaceAll(/\s+/g, ' ').trim()).replace(/\.$/, '');
}
