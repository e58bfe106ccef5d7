/**
 * `league resume`: goes on with an interrupted league; starts the agents that are missing and leaves the others alone.
 */

import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import { later, sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { numberedId } from '../../../SHARED/core/ids.ts';
import type { Effects, Places } from '../../../SHARED/league_sdk/effects.ts';
import { CredentialsRepository } from '../../../SHARED/league_sdk/files/agent_repositories.ts';
import type { LedgerStore } from '../../../SHARED/league_sdk/ledger/ledger.ts';
import { makePeer } from '../../../SHARED/league_sdk/messaging/peer.ts';
import { damageText, type HeldLeague, holdLeague, readLeague } from '../../league_manager/league/read_league.ts';
import { type League, totalMatches } from '../../league_manager/league/state.ts';
import { Flags, Mistake, usage } from '../options.ts';
import { type Final, finalFiles, finalJson, finalText, whereText } from '../output/results_text.ts';
import { counted } from '../output/text.ts';
import { columnsOf, operatorLine, playToTheEnd, replayLine, resumeLine, tellOf } from '../processes/follow_run.ts';
import { type Interruption, interruptible, unlessInterrupted } from '../processes/interruption.ts';
import {
  type AwaySeat,
  MATCHES_AT_ONCE,
  notedRun,
  type RefereeSeat,
  type Roster,
  RUN_OPTIONS,
} from '../processes/roster.ts';
import { aboutOf, isOpen, type Stage, sampleLine, stageOf, startAll, waitsForPlayers } from '../processes/stage.ts';
import { hereAt, isOfThisMachine, listenAt } from '../world/addresses.ts';
import { leagueIdIn } from '../world/games.ts';
import { configOf, ledgersIn, machine, need, placesOf, placeText, takeTls } from '../world/installation.ts';
import { isAtTerminal, resumeWaitMs } from '../world/league_setup.ts';
import { leagueInFolder } from '../world/league_source.ts';
import { type RunWires, runChoice, type WireName, wireOf } from '../world/wires.ts';
import { portOf } from '../world/wires_http.ts';

const PROBE_MS = 1_000;
/** Within this time a process that lost its launcher has noticed it and ended (start.mjs). */
const ORPHANS_END_MS = 1_000;
/** Within this time a process that lost its pipe has put everything in order. */
const PIPES_END_MS = 2_000;
const LOOK_EVERY_MS = 100;

/** An agent's id, and where it listens. */
type Place = readonly [string, string];

export function resumeCommand(typed: Flags): Promise<number> {
  return interruptible((interruption) => resumeLeague(typed, interruption));
}

async function resumeLeague(typed: Flags, interruption: Interruption): Promise<number> {
  const places = placesOf(typed);
  const { disk } = machine();
  const store = ledgersIn(places, disk);
  const league_id = await leagueInFolder(typed, store, ({ phase, told }) => phase !== 'LEAGUE_COMPLETE' || !told);
  const noted = await notedRun(store, league_id);
  const begunWith = new Flags([...(noted?.kept(ALL) ?? []), ...typed.kept(ALL)]);
  const isMeant = (await leagueIdIn(begunWith, configOf(typed))) === league_id;
  const flags = isMeant ? begunWith : new Flags([...begunWith.kept(ALL), ['league', league_id]]);
  await takeTls(flags);
  const found = await leagueToResume(store, league_id, runChoice(flags));
  if (found === undefined)
    throw usage(
      `there is no league ${league_id} in ${placeText(places)} to resume; begin one with: ${operatorLine('run', typed, undefined)}`,
    );
  try {
    return await goOn({ typed, flags, league_id, isNoted: noted !== undefined, disk, ...found }, interruption);
  } finally {
    await found.held?.ledger.close();
    await disk.close();
  }
}

interface Resumed extends Found, Pick<Effects, 'disk'> {
  readonly league_id: string;
  readonly typed: Flags;
  /** The options of this command line, and those the run was begun with. */
  readonly flags: Flags;
  readonly isNoted: boolean;
}

async function goOn(resumed: Resumed, interruption: Interruption): Promise<number> {
  const { typed, flags, league_id, isNoted, disk, league, held } = resumed;
  const places = placesOf(typed);
  const tell = tellOf(typed);
  if (league.phase === 'LEAGUE_COMPLETE' && league.told) {
    const final = await finalFiles(disk, places.data, league_id, Promise.resolve());
    tell(`${league_id} is over; there is nothing to resume.\n`);
    return showEnd(typed, places, league_id, final);
  }
  if (!isNoted && league.phase === 'WAITING_FOR_REGISTRATIONS') {
    throw usage(
      `play has not begun in ${league_id}; start its manager again with: ${operatorLine('manager', typed, undefined)}`,
    );
  }
  const whole = await stageOf(flags);
  const { stage, answering } = isNoted
    ? { stage: whole, answering: await presentOf(whole) }
    : await stageByHand(whole, league, flags.text('port-base') !== undefined);
  // Of a league that was begun by hand the launcher waits for no other: that is the manager's, when it calls the roll.
  const present = isNoted ? answering : new Set([...answering, ...stage.roster.away.map(({ id }) => id)]);
  const isByHand = !isAllOurs(league, stage.roster);
  const resumeMs = resumeWaitMs(typed, stage.settings.limits, { isByHand, isAtTerminal: isAtTerminal() });
  if (league.phase === 'LEAGUE_COMPLETE') return tellTheEnd(flags, stage, present, interruption);
  tell(`${league_id}: ${progressOf(league)}; starting ${missingText(stage.roster, present)}.\n`);
  tell(sampleLine(stage));
  const played = playToTheEnd({
    flags,
    places,
    league_id,
    tell,
    about: { ...aboutOf(whole), resumed: true, present: answering.size },
    interruption,
    logs: stage.effects.logs,
    isOpen: isOpen(stage),
    decidedBefore: decidedIn(league),
    ...(present.has(MANAGER_ID) ? {} : { waitMs: resumeMs }),
    addressOf: (id) => league.agents.get(id)?.endpoint,
    // The agents of a run that are ours have been started by then; of others the roll is called.
    startsPlay: league.phase === 'WAITING_FOR_REGISTRATIONS' ? !waitsForPlayers(stage) : !isByHand || resumeMs === 0,
    start: (calledOff) => startAll(flags, stage, { present, calledOff, held, ...(isByHand ? { resumeMs } : {}) }),
  });
  return played.catch(async (problem: unknown) => {
    // Its manager may have ended it while this command looked which agents are there.
    const isOver = problem instanceof Mistake && (await leagueIn(stage.store, league_id))?.told === true;
    if (!isOver || interruption.isThere()) throw problem;
    return showEnd(flags, places, league_id, await finalFiles(disk, places.data, league_id, Promise.resolve()));
  });
}

/** All is played, and only the manager is missing: it tells the agents that are still there, and ends. */
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
  // In a league that other processes cannot reach, no agent is left to be told.
  if (isOpen(stage))
    await unlessInterrupted(interruption, tellThem, () => `interrupted; go on with: ${resumeLine(flags)}`);
  return showEnd(flags, places, league_id, await finalFiles(effects.disk, places.data, league_id, Promise.resolve()));
}

/** Shows how a league ended that was over before this command; the exit code. */
async function showEnd(flags: Flags, places: Places, league_id: string, final: Final | undefined): Promise<number> {
  if (flags.has('json')) {
    if (final === undefined) throw new Mistake(`the last files of ${league_id} are not in ${places.data}`);
    process.stdout.write(finalJson(final));
  }
  tellOf(flags, 'result')(final === undefined ? '' : finalText(final, undefined, columnsOf(flags)));
  tellOf(flags)(await whereText(places, league_id, await replayLine(flags, places, league_id)));
  return 0;
}

const ALL = [...RUN_OPTIONS, 'league', 'data', 'logs', 'config', 'class', 'ledger', 'json', 'quiet', 'open'];

/** A league that is there, and the hold on it where this process is to play it itself. */
interface Found {
  readonly league: League;
  readonly held?: HeldLeague | undefined;
}

/**
 * The league as its ledger tells it, folded once; undefined when there is none. Agents of a run on pipes, or in one
 * process, end soon after the launcher they lost, and before that the run cannot be resumed; over HTTP a manager may have
 * the league open.
 */
export async function leagueToResume(
  store: LedgerStore,
  league_id: string,
  wire: WireName,
): Promise<Found | undefined> {
  const { processes } = wireOf(wire);
  if (processes?.isOpen === true) {
    const league = await leagueIn(store, league_id);
    return league && { league };
  }
  const held = await heldOnceFree(store, league_id);
  if (held === undefined) {
    const league = await leagueIn(store, league_id);
    if (league?.told === true) return { league };
    throw new Mistake(`${league_id} is being played by another league run, which nobody can join; end that first`);
  }
  // An open ledger without events may be one that never was.
  const isThere = held.league.sequence > 0 || (await leagueIn(store, league_id)) !== undefined;
  if (isThere && processes === undefined) return { league: held.league, held };
  await held.ledger.close();
  return isThere ? { league: held.league } : undefined;
}

async function leagueIn(store: LedgerStore, league_id: string): Promise<League | undefined> {
  const read = await readLeague(store, league_id);
  if (!read.ok) throw new Mistake(damageText(store, league_id, read.error));
  return read.value;
}

/** Opens the league; undefined when another process has it and keeps it. */
async function heldOnceFree(store: LedgerStore, league_id: string): Promise<HeldLeague | undefined> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const opened = await holdLeague(store, league_id);
    if (opened.ok) return opened.value;
    if (opened.error.code === 'DAMAGED') throw new Mistake(damageText(store, league_id, opened.error));
    if (waitedMs >= PIPES_END_MS) return undefined;
    await sleep(systemClock, LOOK_EVERY_MS);
  }
}

/**
 * The stage of a league that was begun by hand: no player of it is ours to start. Ours are the referees of this machine
 * whose credentials lie in this data folder; where none of the league is ours or there, a new one.
 */
async function stageByHand(
  whole: Stage,
  league: League,
  isMoved: boolean,
): Promise<{ readonly stage: Stage; readonly answering: ReadonlySet<string> }> {
  const { base_host } = need(await whole.loader.loadSystem()).network;
  const { disk, clock } = whole.effects;
  const credentials = new CredentialsRepository('referee', { disk, clock, root: whole.places.data });
  const at = league.manager_address;
  const manager = at === '' || isMoved ? whole.roster.manager : listenAt(at, base_host);
  const { league_id, run_id } = league;
  const referees: RefereeSeat[] = [];
  const away: AwaySeat[] = [];
  for (const { id, role, display_name: name, endpoint: address, ...agent } of league.agents.values()) {
    const isHere = role === 'referee' && isOfThisMachine(address, base_host);
    const kept = isHere ? need(await credentials.find({ league_id, run_id, agent_id: id })) : undefined;
    if (kept === undefined) away.push({ id, role, name, address });
    else {
      const registeredWith = new URL(kept.manager ?? manager);
      registeredWith.port = String(portOf(manager));
      referees.push({ id, name, address, maxMatches: agent.max_concurrent_matches, manager: registeredWith.href });
    }
  }
  const roster: Roster = { manager, referees, players: [], away, hosts: undefined };
  const isReferee = ({ role }: AwaySeat) => role === 'referee';
  const answering = await presentOf({ ...whole, roster: { ...roster, away: away.filter(isReferee) } });
  const isWithout = referees.length === 0 && !away.some((seat) => isReferee(seat) && answering.has(seat.id));
  const stage = { ...whole, roster: isWithout ? { ...roster, referees: [newReferee(league)] } : roster };
  return { stage, answering };
}

function newReferee({ agents }: League): RefereeSeat {
  let number = 1;
  const id = () => numberedId('REF', number);
  while (agents.has(id())) number++;
  return { id: id(), name: `Referee ${id()}`, address: hereAt(0), maxMatches: MATCHES_AT_ONCE };
}

/** Whether every player that can still forfeit is one this command starts. */
function isAllOurs({ agents }: League, { players }: Roster): boolean {
  const ours = new Set(players.map(({ id }) => id));
  return [...agents.values()].every(({ id, role, state }) => role !== 'player' || state !== 'ACTIVE' || ours.has(id));
}

/** The ids of a run's agents that are there already. */
function presentOf(stage: Stage): Promise<ReadonlySet<string>> {
  const { wire, roster } = stage;
  const { processes } = wireOf(wire);
  // Agents of a run that other processes do not reach cannot be joined.
  if (processes?.isOpen !== true) return Promise.resolve(new Set());
  return whoAnswers(processes.lay({ manager: roster.manager, warn: () => undefined }), roster);
}

/**
 * The ids of a roster that answer at their places already, and still do a moment later: orphans of a killed launcher
 * end soon.
 */
async function whoAnswers({ transport, manager, addressOf }: RunWires, roster: Roster): Promise<ReadonlySet<string>> {
  const peer = makePeer({ transport, clock: systemClock, sender: () => 'launcher' });
  const seats = [...roster.referees, ...roster.players, ...roster.away];
  const places: readonly Place[] = [[MANAGER_ID, manager], ...seats.map((seat) => [seat.id, addressOf(seat)] as const)];
  const answering = async (asked: readonly Place[]) => {
    const pings = asked.map(async (place) => {
      const seen = await peer.look(place[1], 'ping', {}, later(systemClock.monotonic(), PROBE_MS));
      return seen.ok ? [place] : [];
    });
    return (await Promise.all(pings)).flat();
  };
  const first = await answering(places);
  if (first.length > 0) await sleep(systemClock, ORPHANS_END_MS);
  return new Set((await answering(first)).map(([id]) => id));
}

function decidedIn(league: League): number {
  return [...league.rounds.values()].reduce((sum, round) => sum + round.decided, 0);
}

function progressOf(league: League): string {
  if (league.phase === 'WAITING_FOR_REGISTRATIONS') return 'not started yet';
  return `${decidedIn(league)} of ${counted(totalMatches(league), 'match')} decided`;
}

function missingText({ referees, players }: Roster, present: ReadonlySet<string>): string {
  const missing = (list: readonly { readonly id: string }[]) => list.filter(({ id }) => !present.has(id)).length;
  const parts = [
    ...(present.has(MANAGER_ID) ? [] : ['the manager']),
    ...(missing(referees) === 0 ? [] : [counted(missing(referees), 'referee')]),
    ...(missing(players) === 0 ? [] : [counted(missing(players), 'player')]),
  ];
  return parts.length === 0 ? 'nobody, all are there' : parts.join(', ');
}
