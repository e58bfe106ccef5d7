/** One process of the bare loop: is handed its part and serves it, as long as it lives. */
import { systemClock } from '../../../../SHARED/core/clock.ts';
import {
  type BareAnswer,
  type BareScript,
  type BareWire,
  bareManager,
  barePlayer,
  bareReferee,
} from './bare_agents.ts';
import { bareHttpWire, serveBare } from './bare_http.ts';
import { type BarePipe, bareStdioWire } from './bare_stdio.ts';

/** The part of the bare loop that a process is handed. */
export interface BarePart {
  readonly role: 'manager' | 'referee' | 'player';
  /** Its address; absent: it listens on the pipe it is started with. */
  readonly port?: number;
  /** The manager's address. */
  readonly manager: string;
  readonly script: BareScript;
}

/** When a bare loop began and when each result was there, as times of day in milliseconds. */
export interface BareTimes {
  readonly begun: number;
  readonly results: readonly number[];
}

/** Told to a manager: play, and answer with the times. */
export const PLAY = 'PLAY';
/** A request to any process: finish what is under way, and answer with the traffic that was sent. */
export const COUNT = 'COUNT';

interface Actor {
  readonly answer: BareAnswer;
  play(): Promise<BareTimes>;
  rest(): Promise<void>;
}

/** Resolves when it listens. */
export async function serveBarePart(part: BarePart, pipe: BarePipe): Promise<void> {
  const served: BareAnswer = (text, reply) => {
    if (text === PLAY) void actor.play().then((times) => reply(JSON.stringify(times)));
    else if (text === COUNT) void actor.rest().then(() => reply(JSON.stringify(wire.traffic)));
    else actor.answer(text, reply);
  };
  const wire = part.port === undefined ? bareStdioWire(pipe, served) : bareHttpWire();
  const actor = actorOf(part, wire);
  if (part.port !== undefined) await serveBare(part.port, served);
}

function actorOf({ role, script, manager }: BarePart, wire: BareWire): Actor {
  const rest = async () => undefined;
  const play = async () => ({ begun: 0, results: [] });
  if (role === 'manager') return { rest, ...timedManager(wire, script) };
  if (role === 'referee') return { play, ...bareReferee(wire, script, manager) };
  return { play, rest, answer: barePlayer(script) };
}

/** A manager that notes when each result was there. */
export function timedManager(wire: BareWire, script: BareScript): Pick<Actor, 'answer' | 'play'> {
  const times: number[] = [];
  const { answer, play } = bareManager(wire, script, () => times.push(systemClock.monotonic()));
  return {
    answer,
    async play() {
      const begun = systemClock.monotonic();
      const today = systemClock.now().getTime() - begun;
      await play();
      return { begun: today + begun, results: times.map((time) => today + time) };
    },
  };
}
