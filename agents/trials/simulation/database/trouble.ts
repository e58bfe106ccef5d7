/** The troubles of a simulated league's database and of the managers that want to lead it, by the seed. */
import type { Clock } from '../../../../SHARED/core/clock.ts';
import { intBetween, pick, type Random } from '../../../../SHARED/core/random.ts';
import type { Death } from '../incarnation.ts';
import type { World } from '../world.ts';
import type { Links } from './connection.ts';
import type { Server } from './server.ts';

/** A fault at some time; `who` is the manager that leads then, or one by its name. */
type Trouble = { readonly at: number } & (
  | { readonly what: 'killed database'; readonly awayMs: number }
  | { readonly what: 'slow database'; readonly upToMs: number; readonly forMs: number }
  | { readonly what: 'database clock'; readonly byMs: number }
  | { readonly what: 'cut'; readonly who: string; readonly silent: boolean; readonly forMs: number }
  | { readonly what: 'broken append'; readonly when: 'before' | 'after' }
  | { readonly what: 'late append' | 'late document'; readonly forMs: number }
  | { readonly what: 'forgotten connections'; readonly who: string }
  | { readonly what: 'killed manager'; readonly who: string; readonly death: Death; readonly awayMs: number }
  | { readonly what: 'stopped manager'; readonly who: string; readonly forMs: number }
);

export interface TroublePlan {
  readonly troubles: readonly Trouble[];
  /** The classes that are on, for people. */
  readonly classes: readonly string[];
}

const SOON_MS = 1_500;
/** The manager that leads when it happens. */
const LEADER = 'leader';

export function troublePlan(random: Random, untilMs: number, managers: readonly string[]): TroublePlan {
  const [troubles, classes]: [Trouble[], string[]] = [[], []];

  function add(name: string, most: number, make: (at: number) => Trouble): void {
    if (random() >= 0.4) return;
    classes.push(name);
    for (let left = intBetween(random, 1, most); left > 0; left--)
      troubles.push(make(random() * (random() < 0.6 ? Math.min(untilMs, SOON_MS) : untilMs)));
  }
  const someone = () => (random() < 0.7 ? LEADER : pick(random, managers));
  /** Often longer than a lease lasts. */
  const aWhile = () => (random() < 0.5 ? intBetween(random, 4_000, 20_000) : intBetween(random, 50, 4_000));

  add('killed databases', 2, (at) => ({ at, what: 'killed database', awayMs: intBetween(random, 50, 8_000) }));
  add('slow databases', 2, (at) => ({
    ...{ at, what: 'slow database', upToMs: intBetween(random, 5, 5_000), forMs: intBetween(random, 100, 10_000) },
  }));
  add('database clocks', 3, (at) => ({ at, what: 'database clock', byMs: intBetween(random, -3_000, 10_000) }));
  add('cuts', 3, (at) => ({ at, what: 'cut', who: someone(), silent: random() < 0.6, forMs: aWhile() }));
  add('broken appends', 4, (at) => ({ at, what: 'broken append', when: random() < 0.5 ? 'before' : 'after' }));
  add('killed managers', 3, (at) => ({
    ...{ at, what: 'killed manager', who: someone(), death: random() < 0.5 ? 'killed' : 'power cut' },
    awayMs: intBetween(random, 50, 20_000),
  }));
  add('stopped managers', 3, (at) => ({ at, what: 'stopped manager', who: someone(), forMs: aWhile() }));
  add('late appends', 2, (at) => ({ at, what: 'late append', forMs: intBetween(random, 4_000, 20_000) }));
  // Documents are written when a league begins.
  add('late documents', 1, () => ({ at: 0, what: 'late document', forMs: intBetween(random, 4_000, 20_000) }));
  add('forgotten connections', 2, (at) => ({ at, what: 'forgotten connections', who: someone() }));
  return { troubles, classes };
}

/** The database of a world, and the ways to it. */
export interface DatabaseWorld {
  readonly server: Server;
  readonly links: Links;
}

/** Arms everything, and gives what ends it before its time. */
export function makeTrouble(
  world: World,
  { server, links }: DatabaseWorld,
  { troubles }: TroublePlan,
  { untilMs, clock }: { readonly untilMs: number; readonly clock: Clock },
): () => void {
  let isOver = false;
  const endings = new Set<() => void>();

  function lasting(forMs: number, end: () => void): void {
    const once = (): void => {
      if (endings.delete(once)) end();
    };
    endings.add(once);
    clock.after(forMs, once);
  }

  function strike(trouble: Trouble): void {
    const who = 'who' in trouble && trouble.who !== LEADER ? trouble.who : world.leader();
    const agent = world.agents.get(who);
    const isOfOne = 'who' in trouble || trouble.what.startsWith('late');
    note(`${trouble.what}${isOfOne ? `: ${who}` : ''}`);
    switch (trouble.what) {
      case 'killed database':
        server.kill(trouble.awayMs);
        return;
      case 'slow database':
        server.slowDown(trouble.upToMs);
        lasting(
          trouble.forMs,
          ending('slow database ends', () => server.slowDown(0)),
        );
        return;
      case 'database clock':
        world.count('database clock');
        server.stepClock(trouble.byMs);
        return;
      case 'cut':
        lasting(trouble.forMs, ending(`cut ends: ${who}`, links.cut(who, trouble.silent)));
        return;
      case 'broken append':
        links.breakNext(who, trouble.when);
        return;
      case 'late append':
      case 'late document': {
        const letGo = links.holdNext(who, trouble.what === 'late append' ? 'append' : 'document');
        lasting(trouble.forMs, ending(`${trouble.what} ends: ${who}`, letGo));
        return;
      }
      case 'forgotten connections':
        links.forget(who);
        return;
      case 'killed manager':
        if (agent?.present?.lives !== true) return;
        agent.awayMs = trouble.awayMs;
        agent.present.die(trouble.death);
        return;
      case 'stopped manager': {
        const present = agent?.present;
        world.count('stopped manager');
        present?.stop();
        lasting(
          trouble.forMs,
          ending(`goes on: ${who}`, () => present?.goOn()),
        );
      }
    }
  }

  function ending(what: string, end: () => void): () => void {
    return () => {
      note(what);
      end();
    };
  }

  function note(what: string): void {
    world.trace.note({ kind: 'fault', at: clock.monotonic(), what, where: 'database' });
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    for (const one of [...endings]) one();
  }

  for (const trouble of troubles)
    clock.after(trouble.at, () => {
      if (!isOver) strike(trouble);
    });
  clock.after(untilMs, end);
  return end;
}
