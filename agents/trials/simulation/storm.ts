/** Makes the faults of a plan happen in a world, each at its time, and none after the end of the storm. */
import type { Clock } from '../../../SHARED/core/clock.ts';
import type { Death } from './incarnation.ts';
import type { Operator } from './operator.ts';
import { type Episode, OPERATOR_ACTIONS, type OperatorAction, type Plan } from './plan.ts';
import type { Agent, World } from './world.ts';

/** Arms everything, and gives what ends the storm before its time. */
export function storm(world: World, { episodes, untilMs }: Plan, clock: Clock, operator: Operator): () => void {
  let isOver = false;
  /** Ends the faults that still last. */
  const endings = new Set<() => void>();

  function lasting(forMs: number, end: () => void): void {
    const once = (): void => {
      if (endings.delete(once)) end();
    };
    endings.add(once);
    clock.after(forMs, once);
  }

  /** What strikes the manager strikes the one that leads. */
  function at(who: string): string {
    return who === 'LM01' ? world.leader() : who;
  }

  function strike(episode: Episode): void {
    const { what } = episode;
    const who = at(episode.who);
    if (isOperators(episode)) {
      note(`the operator says ${what} ${who}`);
      void operator.say(episode.what, who);
      return;
    }
    const agent = world.agents.get(who);
    if (agent === undefined) return;
    note(`${what} at ${who}`);
    switch (what) {
      case 'crash': {
        const { present } = agent;
        agent.awayMs = episode.awayMs;
        present?.lightFuse({ ...episode, burn: () => present.die(episode.death) });
        return;
      }
      case 'blackout':
        world.count('blackout');
        for (const [id, awayMs] of episode.awayMs) blackOut(world.agents.get(at(id)), awayMs, episode.death);
        return;
      case 'stop':
      case 'starve': {
        const { present } = agent;
        const burn = (): void => {
          world.count(what === 'stop' ? 'stopped' : 'starved');
          note(`stopped ${present?.life}`);
          present?.stop();
          lasting(episode.forMs, () => {
            note(`goes on ${present?.life}`);
            present?.goOn();
          });
        };
        present?.lightFuse({ ...episode, burn });
        return;
      }
      case 'partition':
        world.count('partition');
        lasting(episode.forMs, world.network.partition(who, at(episode.from), episode.silent));
        return;
      case 'clog':
        world.count('clog');
        lasting(episode.forMs, world.network.clog(who));
        return;
      default:
        trouble(agent, episode);
    }
  }

  function blackOut(agent: Agent | undefined, awayMs: number, death: Death): void {
    if (agent?.present?.lives !== true) return;
    agent.awayMs = awayMs;
    agent.present.die(death);
  }

  function trouble(
    agent: Agent,
    episode: Exclude<
      Episode,
      { what: 'crash' | 'blackout' | 'stop' | 'starve' | 'partition' | 'clog' | OperatorAction }
    >,
  ): void {
    const { machine } = agent;
    switch (episode.what) {
      case 'disk full':
        machine.fillUp(episode.operations);
        return;
      case 'sync error':
        machine.failSyncs(episode.operations);
        return;
      case 'slow disk':
        world.count('slow disk');
        machine.slowDown(episode.upToMs);
        lasting(episode.forMs, () => machine.slowDown(0));
        return;
      case 'clock step':
        world.count('clock step');
        agent.skewMs += episode.byMs;
        return;
      case 'second manager':
        world.startSecond(agent);
    }
  }

  function note(what: string): void {
    world.trace.note({ kind: 'fault', at: clock.monotonic(), what, where: '' });
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    for (const end of [...endings]) end();
    for (const { machine, present } of world.agents.values()) {
      machine.fillUp(0);
      machine.failSyncs(0);
      present?.goOn();
      present?.snuffFuse();
    }
    world.network.heal();
    world.calmDown();
    note('the storm is over');
    if (episodes.some(({ what }) => what === 'pause')) void operator.letGoOn();
  }

  for (const episode of episodes)
    clock.after(episode.at, () => {
      if (!isOver) strike(episode);
    });
  clock.after(untilMs, end);
  return end;
}

function isOperators(episode: Episode): episode is Extract<Episode, { what: OperatorAction }> {
  return OPERATOR_ACTIONS.some((action) => action === episode.what);
}
