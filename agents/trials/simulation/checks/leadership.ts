/**
 * I11, of several managers and their database: only the manager that took a league last stores anything of it; no league is
 * taken from a manager whose lease lasts; a manager that is cut off from the database soon leads no longer; and after a leader another comes.
 */
import { LEASE_MS } from '../../../../SHARED/league_sdk/postgres/statements.ts';
import { agentIn, isManager, type TraceEvent } from '../trace.ts';
import { broken, type Case, type Check, typeIn, type Violation } from './evidence.ts';

export const leadership: Check = (of) => fencedOff(of) ?? silenced(of) ?? followed(of);

/** Every change is by the epoch that was taken last, and by the process that took it. */
function fencedOff({ events }: Case): Violation | undefined {
  let taken: { readonly epoch: number; readonly life: string } | undefined;
  for (const event of events) {
    if (event.kind !== 'stored' || event.changed === 0) continue;
    const { at, life, statement, epoch, from } = event;
    if (statement === 'TAKE') {
      if (from?.lease === 'lasts' && from.isAlive)
        return broken('I11', `${life} took the league from ${taken?.life} at ${at}, whose lease lasted`);
      if (epoch === undefined || epoch <= (taken?.epoch ?? 0))
        return broken('I11', `${life} took the league at ${at} by epoch ${epoch}, which is not a new one`);
      taken = { epoch, life };
    } else if (taken === undefined || life !== taken.life || (epoch !== undefined && epoch !== taken.epoch))
      return broken(
        'I11',
        `${life} had ${statement} of epoch ${epoch} stored at ${at}, and ${taken?.life} has epoch ${taken?.epoch}`,
      );
  }
  return undefined;
}

/** The time after the database last heard it from which on a manager that ran meanwhile says nothing more as the one that leads. */
const UNHEARD_MS = LEASE_MS;
function silenced({ events, sent }: Case): Violation | undefined {
  /** When the lease of each life was last renewed, without the time that its process stood still since. */
  const renewed = new Map<string, number>();
  const stopped = new Map<string, number>();
  let leader: string | undefined;
  for (const event of events) {
    if (event.kind === 'fault') noteStop(event);
    else if (event.kind === 'stored' && event.changed > 0) {
      renewed.set(event.life, event.at);
      if (event.statement === 'TAKE') leader = event.life;
    } else if (event.kind === 'answered' && isManager(event.life) && event.life !== leader) {
      const unheardMs = event.at - (renewed.get(event.life) ?? event.at);
      if (unheardMs > UNHEARD_MS && event.text?.includes('"result":') === true)
        return broken(
          'I11',
          `${event.life} answered ${typeIn(sent.get(event.call)?.text ?? '')} at ${event.at}, which the database had not heard for ${unheardMs} ms, and ${leader} leads`,
        );
    }
  }
  return undefined;

  function noteStop({ at, what }: Extract<TraceEvent, { kind: 'fault' }>): void {
    // Then every process goes on.
    if (what === 'the storm is over') for (const life of [...stopped.keys()]) goesOn(life, at);
    const [, verb, name = ''] = /^(stopped|goes on)(?: manager)?:? (\S+)$/.exec(what) ?? [];
    if (verb === undefined) return;
    for (const life of renewed.keys()) {
      if (life !== name && agentIn(life) !== name) continue;
      if (verb === 'stopped') stopped.set(life, stopped.get(life) ?? at);
      else goesOn(life, at);
    }
  }

  function goesOn(life: string, at: number): void {
    const since = stopped.get(life);
    if (since !== undefined) renewed.set(life, (renewed.get(life) ?? 0) + at - since);
    stopped.delete(life);
  }
}

/** A leader that is gone is followed so soon, where another stands by and nothing else goes wrong. */
const FOLLOWED_MS = 5_000;
/** What begins with the one and lasts until the other. */
const LASTING: readonly (readonly [begin: RegExp, end: string])[] = [
  [/^cut: (\S+)$/, 'cut ends: '],
  [/^late append: (\S+)$/, 'late append ends: '],
  [/^late document: (\S+)$/, 'late document ends: '],
  [/^stopped(?: manager:)? (\S+)$/, 'goes on: '],
];

function followed({ events }: Case): Violation | undefined {
  const standing = new Set<string>();
  const going = new Map<string, string>();
  let [leader, gone, stepped]: [string | undefined, Gone | undefined, number] = ['', undefined, 0];
  for (const event of events) {
    if (event.kind === 'stored' && event.statement === 'TAKE' && event.changed > 0) {
      leader = event.life;
      standing.delete(leader);
      if (gone !== undefined && event.at - gone.at > FOLLOWED_MS)
        return broken('I11', `${gone.life} was gone at ${gone.at}, and ${leader} led ${event.at - gone.at} ms later`);
      gone = undefined;
    }
    if (event.kind !== 'fault') continue;
    const { at, what, where } = event;
    const started = /^stands by: (\S+)$/.exec(what)?.[1];
    if (started !== undefined) {
      standing.add(started);
      continue;
    }
    standing.delete(where);
    // What else happens to a manager or to the database may take its time.
    if (where === 'database' || isManager(where) || /\bLM\d/.test(what)) gone = undefined;
    if (what === 'database clock') stepped = at;
    if (where === 'database' || where === '') noteLasting(what);
    const isDeath = (what === 'killed' || what === 'power cut') && where === leader;
    // A clock that was set back makes a lease last.
    if (isDeath && standing.size > 0 && going.size === 0 && at - stepped > LEASE_MS) gone = { at, life: where };
  }
  return undefined;

  function noteLasting(what: string): void {
    for (const [begin, end] of LASTING) {
      const name = begin.exec(what)?.[1];
      if (name !== undefined) going.set(`${end}${name}`, what);
    }
    if (what === 'killed') going.set('is back', what);
    if (what === 'slow database') going.set('slow database ends', what);
    going.delete(what.replace(/^goes on (?=\S+$)/, 'goes on: '));
  }
}

interface Gone {
  readonly at: number;
  readonly life: string;
}
