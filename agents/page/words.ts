/** The words of the page for figures and states. Pure, so that a test reads what a person would. */
import type { LeagueDocument, MatchRow } from '../../SHARED/contracts/api/league.ts';
import type { PlayerDocument } from '../../SHARED/contracts/api/one.ts';

/** `1 match`, `12 matches`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`;
}

/** A figure with thin spaces between thousands. */
export function figure(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A text as a sentence: with a full stop, unless it has an end of its own. */
export function sentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** `42 s`, `6 min 5 s`, `1 h 02 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  if (minutes > 0) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return `${rest} s`;
}

/** An estimate needs no seconds: `less than a minute`, `about 6 min`, `about 1 h 10 min`. */
export function roughly(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  return `about ${minutes < 60 ? `${minutes} min` : duration(Math.round(minutes / 5) * 300)}`;
}

/** A time of day as the reader's clock shows it, `14:03:09`; browsers that know no language show it too. */
export function timeOfDay(time: string | number): string {
  const at = new Date(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((each) => String(each).padStart(2, '0')).join(':');
}

/** How far the league is; of a saved one that was not over, how far it had come. */
export function stateOf(league: LeagueDocument, isSaved = false): string {
  const { status, paused, rounds, matches, players, referees } = league;
  if (status === 'completed') return 'The league is over';
  const round = rounds.total === null ? `Round ${rounds.current}` : `Round ${rounds.current} of ${rounds.total}`;
  if (isSaved)
    return status === 'waiting' || rounds.current === 0
      ? 'Saved before its first round'
      : `Saved before its end, in ${round.toLowerCase()}`;
  if (paused !== null) return `Paused: ${paused}`;
  if (status === 'waiting')
    return players === 0
      ? 'Waiting for players'
      : `Waiting for the start: ${counted(players, 'player')} and ${counted(referees, 'referee')} have registered`;
  if (rounds.current === 0) return 'The league has started';
  return matches.running > 0 ? `${round} is being played` : `${round} is about to go on`;
}

/** Places gained or lost since the round before: a shape, a figure, and the same for those who hear it. */
export function movementOf(movement: number | null): { readonly sign: string; readonly said: string } {
  if (movement === null) return { sign: '', said: '' };
  if (movement === 0) return { sign: '=', said: 'same place' };
  const places = counted(Math.abs(movement), 'place');
  return movement > 0
    ? { sign: `▲ ${movement}`, said: `up ${places}` }
    : { sign: `▼ ${-movement}`, said: `down ${places}` };
}

/** The outcome of a meeting for the player of the row: a letter and the word it stands for. */
export const OUTCOMES = {
  won: { letter: 'W', word: 'won' },
  drawn: { letter: 'D', word: 'drawn' },
  lost: { letter: 'L', word: 'lost' },
  forfeited: { letter: 'F', word: 'forfeited' },
  both_forfeited: { letter: 'FF', word: 'both forfeited' },
  running: { letter: '…', word: 'being played' },
  scheduled: { letter: '·', word: 'still to come' },
} as const;

/** The worth of matches that both players forfeited, and the number of these. */
export function bothForfeited(
  { double_forfeit }: LeagueDocument['scoring'],
  matches: PlayerDocument['matches'],
): string {
  const both = matches.filter(({ outcome }) => outcome === 'both_forfeited').length;
  if (both === 0) return '';
  const counts = `${both === 1 ? 'counts' : 'count'} as ${DOUBLE_FORFEITS[double_forfeit]}`;
  return `${counted(both, 'match', 'matches')} that both players forfeited ${counts}.`;
}

/** The worth of a match that both players forfeit, in words. */
export const DOUBLE_FORFEITS = { draw: 'drawn', loss: 'lost by both' } as const;

/** By what the table is ordered. The id tells nobody apart: equals share a rank. */
export function orderIn({ tiebreakers }: Pick<LeagueDocument['scoring'], 'tiebreakers'>): string {
  const criteria = tiebreakers.filter((each) => each !== 'player_id').map((each) => each.replaceAll('_', ' '));
  return `The order: ${criteria.join(', then ')}; players level in all of it share a rank.`;
}

/** How far a match is, where it has no result to say so; in a file nothing is played. */
export function matchState(status: MatchRow['status'], isSaved: boolean): string {
  return isSaved && status === 'RUNNING' ? UNDECIDED : MATCH_STATES[status];
}

const UNDECIDED = 'not decided';
const MATCH_STATES: { readonly [S in MatchRow['status']]: string } = {
  SCHEDULED: 'to come',
  QUEUED: 'waiting for a referee',
  RUNNING: 'being played',
  PAUSED: 'held until the league goes on',
  DECIDED: 'decided',
  LATE_PLACE: 'not played: a player came later',
  NOT_PLAYED: 'not played',
  CAME_LATER: 'not played: a player came later',
};

/** The word for what became of a meeting; in a file nothing is played. */
export function outcomeWord(outcome: keyof typeof OUTCOMES, isSaved: boolean): string {
  return isSaved && outcome === 'running' ? UNDECIDED : OUTCOMES[outcome].word;
}

/** The winner of a match in words; a draw by play and a match without a winner have words of their own. */
export function wonBy({ winner, termination }: Pick<MatchRow, 'winner' | 'termination'>): string {
  if (winner !== null) return `${winner} won`;
  return termination === 'normal' ? 'draw' : 'nobody won';
}

/** How often two players meet. */
export function meetingsOf({ meetings }: LeagueDocument['outlook']): string {
  if (meetings === null) return '';
  const { least, most } = meetings;
  if (least === most) return least === 1 ? 'Each two meet once.' : `Each two meet ${least} times.`;
  return `Two players meet ${least} to ${most} times.`;
}
