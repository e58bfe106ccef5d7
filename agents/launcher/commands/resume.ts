/** `league resume`: goes on with an interrupted league; starts what is missing and leaves alone what is there. */
import { later, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { isId } from '../../../SHARED/core/ids.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Places } from '../../../SHARED/league_sdk/effects.ts';
import { eventsIn, lockOf } from '../../../SHARED/league_sdk/ledger/text.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { dataPaths } from '../../../SHARED/league_sdk/paths.ts';
import type { Transport } from '../../../SHARED/league_sdk/transport/transport.ts';
import type { LeagueEvent } from '../../league_manager/league/events.ts';
import { apply, type League, newLeague } from '../../league_manager/league/state.ts';
import { Flags, Mistake, usage } from '../options.ts';
import { type Final, finalFiles, finalJson, finalText, whereText } from '../output/results_text.ts';
import { counted } from '../output/text.ts';
import { playToTheEnd, resumeLine, tellOf } from '../processes/follow_run.ts';
import { type Interruption, interruptible, unlessInterrupted } from '../processes/interruption.ts';
import { MATCHES_AT_ONCE, notedRun, type Roster, RUN_OPTIONS } from '../processes/roster.ts';
import { leagueIdIn } from '../world/games.ts';
import { configOf, placesOf, systemEffects } from '../world/installation.ts';

import { fromHere } from '../world/own_address.ts';
import { aboutOf, type Stage, stageOf, startAll } from './run.ts';

const PROBE_MS = 1_000;
/** Within this time whoever lost its launcher has seen it and ended (start.mjs). */
const ORPHANS_END_MS = 1_000;
/** Within this time whoever lost its pipe has put everything in order. */
const PIPES_END_MS = 2_000;
const LOOK_EVERY_MS = 100;

/** An agent's id, and where it listens. */
type Place = readonly [string, string];

export function resumeCommand(typed: Flags): Promise<number> {
  return interruptible((interruption) => resumeLeague(typed, interruption));
}

async function resumeLeague(typed: Flags, interruption: Interruption): Promise<number> {
  const { disk, transport } = systemEffects('agent');
  const places = placesOf(typed);
  const league_id = await leagueIdIn(typed, configOf(typed, disk));
  if (!isId(league_id)) throw usage(`--league takes the id of a league, not "${league_id}"`);
  const league = await leagueIn(disk, places.data, league_id);
  const tell = tellOf(typed);
  if (league.phase === 'LEAGUE_COMPLETE' && league.told) {
    const final = await finalFiles(disk, places.data, league_id, Promise.resolve());
    tell(`${league_id} is over; there is nothing to resume.\n`);
    return showEnd(typed, places, league_id, final);
  }
  const noted = await notedRun(disk, places.data, league_id);
  if (noted === undefined && league.phase === 'WAITING_FOR_REGISTRATIONS') {
    throw usage(`play has not begun in ${league_id}; start its manager again with: league manager`);
  }
  const flags = new Flags([...(noted?.kept(ALL) ?? []), ...typed.kept(ALL)]);
  const whole = await stageOf(flags);
  const stage = noted === undefined ? { ...whole, roster: rosterIn(league, whole.roster) } : whole;
  const present = stage.transport === 'http' ? await whoAnswers(transport, stage) : await nobodyOf(stage);
  if (league.phase === 'LEAGUE_COMPLETE') return tellTheEnd(flags, stage, present, interruption);
  tell(`${league_id}: ${progressOf(league)}; starting ${missingText(stage.roster, present)}.\n`);
  return playToTheEnd({
    flags,
    places,
    league_id,
    tell,
    about: { ...aboutOf(stage), resumed: true, present: present.size },
    interruption,
    decidedBefore: decidedIn(league),
    start: (calledOff) => startAll(flags, stage, { present, calledOff }),
  });
}

/** All is played, and only the manager is missing: it tells whoever is still there, and ends. */
async function tellTheEnd(
  flags: Flags,
  stage: Stage,
  present: ReadonlySet<string>,
  interruption: Interruption,
): Promise<number> {
  const { effects, places, settings, roster } = stage;
  const { league_id } = settings.config;
  tellOf(flags)(
    `${league_id}: all matches are decided; the manager tells everybody who is still there how it ended.\n`,
  );
  const others = [...roster.referees, ...roster.players, ...roster.away].map(({ id }) => id);
  const tellThem = async (calledOff: Promise<never>) => {
    const started = await startAll(flags, stage, { present: new Set([...present, ...others]), calledOff });
    await Promise.race([started.over, calledOff]).finally(started.end);
  };
  // Of a league in one process, or on the pipes of one, nobody is left to be told.
  if (stage.transport === 'http')
    await unlessInterrupted(interruption, tellThem, () => `interrupted; go on with: ${resumeLine(flags)}`);
  return showEnd(flags, places, league_id, await finalFiles(effects.disk, places.data, league_id, Promise.resolve()));
}

/** Shows how a league ended before anybody asked; the exit code. */
function showEnd(flags: Flags, places: Places, league_id: string, final: Final | undefined): number {
  if (flags.has('json')) {
    if (final === undefined) throw new Mistake(`the last files of ${league_id} are not in ${places.data}`);
    process.stdout.write(finalJson(final));
  }
  tellOf(flags)(`${final === undefined ? '' : finalText(final)}${whereText(places, league_id)}`);
  return 0;
}

const ALL = [...RUN_OPTIONS, 'league', 'data', 'logs', 'config', 'json'];

/** The league as its ledger tells it; whether a manager has it open does not matter. */
async function leagueIn(disk: Disk, data: string, league_id: string): Promise<League> {
  const path = dataPaths(data).ledger(league_id);
  const text = await disk.read(path);
  if (text === undefined)
    throw usage(`there is no league ${league_id} in ${data} to resume; begin one with: league run`);
  const read = eventsIn<LeagueEvent>(text);
  if (!read.ok) throw new Mistake(`the ledger ${path} is damaged at line ${read.error.line}: ${read.error.detail}`);
  const league = newLeague();
  for (const event of read.value.lines.flat()) apply(league, event);
  return league;
}

/**
 * Of a league that was begun by hand: the agents on this machine whose way to play is known here. Other players come
 * back when their owners start them.
 */
function rosterIn(league: League, usual: Roster): Roster {
  const seats = [...league.agents.values()].flatMap(({ id, display_name: name, role, endpoint }) => {
    const url = URL.parse(endpoint);
    const isHere =
      url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) && url.pathname === '/mcp';
    return isHere ? [{ id, name, role, address: endpoint }] : [];
  });
  const players = seats.filter(({ role, id }) => role === 'player' && usual.players.some((known) => known.id === id));
  return {
    manager: league.manager_address === '' ? usual.manager : league.manager_address,
    referees: seats
      .filter(({ role }) => role === 'referee')
      .map((seat) => ({
        ...seat,
        maxMatches: usual.referees.find(({ id }) => id === seat.id)?.maxMatches ?? MATCHES_AT_ONCE,
      })),
    players: players.map((seat) => ({ ...seat, strategy: undefined })),
    away: [],
    hosts: undefined,
  };
}

/** Who of a roster answers at its place already, and still does a moment later: orphans of a killed launcher end soon. */
async function whoAnswers(transport: Transport, { roster }: Stage): Promise<ReadonlySet<string>> {
  const peer = makePeer({ transport, clock: systemClock, sender: () => 'launcher' });
  const seats = [...roster.referees, ...roster.players, ...roster.away];
  const places: readonly Place[] = [
    ['LM01', roster.manager],
    ...seats.map(({ id, address }) => [id, address] as const),
  ];
  const answering = async (asked: readonly Place[]) => {
    const looks = asked.map(async (place) => {
      const seen = await peer.look(fromHere(place[1]), 'ping', {}, later(systemClock.monotonic(), PROBE_MS));
      return seen.ok ? [place] : [];
    });
    return (await Promise.all(looks)).flat();
  };
  const first = await answering(places);
  if (first.length > 0) await sleep(systemClock, ORPHANS_END_MS);
  return new Set((await answering(first)).map(([id]) => id));
}

/**
 * Of a run on pipes, or in one process, nobody can be joined: whoever it left behind ends soon, and as long as it lives
 * it cannot be resumed.
 */
async function nobodyOf({ effects: { disk }, places, settings }: Stage): Promise<ReadonlySet<string>> {
  const { league_id } = settings.config;
  const path = lockOf(dataPaths(places.data).ledger(league_id));
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const lock = await disk.lock(path);
    if (lock.ok) {
      await lock.value();
      return new Set();
    }
    if (waitedMs >= PIPES_END_MS)
      throw new Mistake(`${league_id} is being played by another league run, which nobody can join; end that first`);
    await sleep(systemClock, LOOK_EVERY_MS);
  }
}

function decidedIn(league: League): number {
  return [...league.rounds.values()].reduce((sum, round) => sum + round.decided, 0);
}

function progressOf(league: League): string {
  if (league.phase === 'WAITING_FOR_REGISTRATIONS') return 'not started yet';
  return `${decidedIn(league)} of ${league.schedule?.totalMatches ?? 0} matches decided`;
}

function missingText({ referees, players }: Roster, present: ReadonlySet<string>): string {
  const missing = (list: readonly { readonly id: string }[]) => list.filter(({ id }) => !present.has(id)).length;
  const parts = [
    ...(present.has('LM01') ? [] : ['the manager']),
    ...(missing(referees) === 0 ? [] : [counted(missing(referees), 'referee')]),
    ...(missing(players) === 0 ? [] : [counted(missing(players), 'player')]),
  ];
  return parts.length === 0 ? 'nobody, all are there' : parts.join(', ');
}
