/** A lap of the bare loop: the messages of a league sent once, in the processes of a league or in this one. */
import { later, sleep, systemClock } from '../../../../SHARED/core/clock.ts';
import { httpTransport } from '../../../../SHARED/league_sdk/transport/http/http.ts';
import { Mistake } from '../../../launcher/options.ts';
import { endAll, type Spawned, spawnAgent } from '../../../launcher/processes/spawn.ts';
import { need } from '../../../launcher/world/installation.ts';
import type { Holder } from '../../../launcher/world/wires.ts';
import { portOf } from '../../../launcher/world/wires_http.ts';
import { addressesOf, type Field, playerDoors } from '../field.ts';
import { type Lap, watchRoles } from '../roles.ts';
import {
  type BareAnswer,
  type BareScript,
  type BareWire,
  barePlayer,
  bareReferee,
  type Traffic,
} from './bare_agents.ts';
import { type BarePart, type BareTimes, COUNT, PLAY, timedManager } from './bare_part.ts';
import { type BarePipe, bareHub } from './bare_stdio.ts';

/** Nothing here takes longer. */
const PATIENCE_MS = 600_000;
const ENDING_MS = 3_000;
/** The times of the results of a long league, as text. */
const MAX_TIMES_BYTES = 2 ** 26;

/** A lap of the bare loop, and the traffic it sent. */
export interface BareLap extends Lap {
  readonly traffic: Traffic;
}

/** The bare loop in as many processes as the league has. */
export async function bareOverHttp(field: Field, script: BareScript): Promise<BareLap> {
  const { roster } = field;
  const manager = addressesOf(field)('LM01');
  const quiet = { ...script, rounds: [] };
  const start = (role: BarePart['role'], port: number) => {
    const part: BarePart = { role, port, manager, script: role === 'manager' ? script : quiet };
    return spawnAgent(`bare ${role}`, 'agents/trials/bench/bare/bare_main.ts', [role], { hand: part });
  };
  const managerPort = portOf(roster.manager);
  const referees = roster.referees.map(({ address }) => portOf(address));
  const all: readonly Spawned[] = [
    start('manager', managerPort),
    ...referees.map((port) => start('referee', port)),
    ...[...playerDoors(roster).keys()].map((port) => start('player', port)),
  ];
  try {
    await Promise.all(all.map((agent) => agent.listening));
    const watch = await watchRoles();
    const times = await told<BareTimes>(managerPort, PLAY, all);
    const samples = await watch.end();
    const counts = await Promise.all([managerPort, ...referees].map((port) => told<Traffic>(port, COUNT, all)));
    return { ...times, samples, traffic: counts.reduce(sum) };
  } finally {
    await endAll(all, ENDING_MS, (ms) => sleep(systemClock, ms));
  }
}

/** The same on pipes, with a hub in this process. */
export async function bareOverStdio(field: Field, script: BareScript): Promise<BareLap> {
  const { roster } = field;
  const addressOf = addressesOf(field);
  const manager = addressOf('LM01');
  const referees = roster.referees.map(({ id }) => addressOf(id));
  const quiet = { ...script, rounds: [] };
  const start = (role: BarePart['role'], addresses: readonly string[]) => {
    const part: BarePart = { role, manager, script: role === 'manager' ? script : quiet };
    const held = Promise.withResolvers<BarePipe>();
    const holder: Holder = {
      streams: 'pipe',
      attach(_name, { input, output }) {
        held.resolve({ from: input, to: output });
        return { ended: new Promise(() => {}) };
      },
    };
    const agent = spawnAgent(`bare ${role}`, 'agents/trials/bench/bare/bare_main.ts', [role], { hand: part, holder });
    return { addresses, agent, pipe: held.promise };
  };
  const players = [...playerDoors(roster).values()];
  const all = [
    start('manager', [manager]),
    ...referees.map((address) => start('referee', [address])),
    ...players.map((addresses) => start('player', addresses)),
  ];
  const agents = all.map(({ agent }) => agent);
  try {
    const pipes = new Map<string, BarePipe>();
    for (const { addresses, pipe } of all) for (const address of addresses) pipes.set(address, await pipe);
    const hub = bareHub(pipes);
    await Promise.all(agents.map((agent) => agent.listening));
    const ask = async <T>(to: string, text: string) => JSON.parse(await unlessLost(hub(to, text), agents)) as T;
    const watch = await watchRoles();
    const times = await ask<BareTimes>(manager, PLAY);
    const samples = await watch.end();
    const counts = await Promise.all([manager, ...referees].map((address) => ask<Traffic>(address, COUNT)));
    return { ...times, samples, traffic: counts.reduce(sum) };
  } finally {
    await endAll(agents, ENDING_MS, (ms) => sleep(systemClock, ms));
  }
}

/** The answer of a process of the bare loop, unless one of them fails before. */
async function told<T>(port: number, text: string, all: readonly Spawned[]): Promise<T> {
  const transport = httpTransport({ clock: systemClock, limits: { maxReplyBytes: MAX_TIMES_BYTES } });
  const address = `http://127.0.0.1:${port}/mcp`;
  const sent = transport.send(address, text, later(systemClock.monotonic(), PATIENCE_MS));
  const { text: answer } = need(await unlessLost(sent, all));
  await transport.close();
  return JSON.parse(answer as string) as T;
}

function unlessLost<T>(answer: Promise<T>, all: readonly Spawned[]): Promise<T> {
  const lost = Promise.race(all.map((agent) => agent.lost)).then((line) => {
    throw new Mistake(line);
  });
  return Promise.race([answer, lost]);
}

/** The bare loop in this process. */
export async function bareInMemory(field: Field, script: BareScript): Promise<BareLap> {
  const answers = new Map<string, BareAnswer>();
  const wire = bareMemoryWire(answers);
  const home = addressesOf(field)('LM01');
  const { answer, play } = timedManager(wire, script);
  answers.set(home, answer);
  const referees = script.agents
    .filter(({ role }) => role === 'referee')
    .map(({ address }) => {
      const referee = bareReferee(wire, script, home);
      answers.set(address, referee.answer);
      return referee;
    });
  for (const { role, address } of script.agents) if (role === 'player') answers.set(address, barePlayer(script));
  const watch = await watchRoles();
  const times = await play();
  await Promise.all(referees.map((referee) => referee.rest()));
  return { ...times, samples: await watch.end(), traffic: wire.traffic };
}

function sum(a: Traffic, b: Traffic): Traffic {
  return { trips: a.trips + b.trips, bytes: a.bytes + b.bytes };
}

/** Wires in one process to the parties at their addresses: a text is handed over, and nothing more. */
function bareMemoryWire(answers: ReadonlyMap<string, BareAnswer>): BareWire {
  const traffic = { trips: 0, bytes: 0 };
  return {
    traffic,
    send: (to, text) =>
      new Promise((resolve) => {
        const answer = answers.get(to) as BareAnswer;
        answer(text, (reply) => {
          traffic.trips += 1;
          // Every text of a league is ASCII but for names, and none of ours has others.
          traffic.bytes += text.length + reply.length;
          resolve(reply);
        });
      }),
  };
}
