/** One process of the bare loop: is handed its part and serves it, as long as it lives. */
import { systemClock } from '../../../SHARED/core/clock.ts';
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

/** Told to a manager: play, and answer with the seconds it took. */
export const PLAY = 'PLAY';
/** A request to any process: finish what is under way, and answer with the traffic that was sent. */
export const COUNT = 'COUNT';

interface Actor {
  readonly answer: BareAnswer;
  play(): Promise<void>;
  rest(): Promise<void>;
}

/** Resolves when it listens. */
export async function serveBarePart(part: BarePart, pipe: BarePipe): Promise<void> {
  const served: BareAnswer = (text, reply) => {
    if (text === PLAY) void secondsOf(actor.play).then((seconds) => reply(JSON.stringify({ seconds })));
    else if (text === COUNT) void actor.rest().then(() => reply(JSON.stringify(wire.traffic)));
    else actor.answer(text, reply);
  };
  const wire = part.port === undefined ? bareStdioWire(pipe, served) : bareHttpWire();
  const actor = actorOf(part, wire);
  if (part.port !== undefined) await serveBare(part.port, served);
}

function actorOf({ role, script, manager }: BarePart, wire: BareWire): Actor {
  const nothing = async () => undefined;
  if (role === 'manager') return { rest: nothing, ...bareManager(wire, script) };
  if (role === 'referee') return { play: nothing, ...bareReferee(wire, script, manager) };
  return { play: nothing, rest: nothing, answer: barePlayer(script) };
}

/** The seconds that something takes. */
export async function secondsOf(doing: () => Promise<unknown>): Promise<number> {
  const begun = systemClock.monotonic();
  await doing();
  return (systemClock.monotonic() - begun) / 1_000;
}
