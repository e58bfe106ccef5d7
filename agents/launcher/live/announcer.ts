/** The lines that a manager says of its league to the operator at its terminal, or by its launcher, from the first to the last. */
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import type { Disk } from '../../../SHARED/league_sdk/disk/disk.ts';
import type { Places } from '../../../SHARED/league_sdk/effects.ts';
import { waitingFor } from '../../league_manager/handlers.ts';
import type { League } from '../../league_manager/league/state.ts';
import type { Manager } from '../../league_manager/manager.ts';
import { statusOf } from '../../league_manager/public/queries.ts';
import type { Settings } from '../../league_manager/settings.ts';
import type { Term } from '../hosting/standby.ts';
import type { Flags } from '../options.ts';
import { finalFiles, finalJson, finalText, whereText } from '../output/results_text.ts';
import { RollNews } from '../output/roll_news.ts';
import { counted, pausedText } from '../output/text.ts';
import { type Child, note } from '../processes/child.ts';
import { columnsOf, operatorLine, pageText, replayLine, showLine, showRun, tellOf } from '../processes/follow_run.ts';
import type { LedgerPlace } from '../world/installation.ts';
import { openPage } from './open_page.ts';
import { type LeagueReader, pageOf } from './reader.ts';
import type { Show } from './show.ts';

/** Of the refusals that were drawn so many of the newest are said again at the end. */
const DRAWN = 100;
const LOOK_EVERY_MS = 250;

export interface AnnouncerOptions {
  readonly flags: Flags;
  readonly child: Child;
  readonly settings: Settings;
  readonly places: Places & LedgerPlace;
  readonly league_id: string;
  /** The address of a manager that nothing has moved: commands of the operator need not name it. */
  readonly usual: string;
}

/** A manager's own lines about one league. */
export class Announcer {
  /** Given once it listens. */
  manager: Pick<Manager, 'address'> | undefined;
  readonly #options: AnnouncerOptions;
  #show: Show | undefined;
  #drawn: readonly string[] = [];

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** A message that cannot be read. */
  unreadable(line: string): void {
    // A line above a drawing of the same terminal would say it twice; what was drawn is said when that is gone.
    if (this.#show?.note(line) === true && process.stderr.isTTY) this.#drawn = [...this.#drawn, line].slice(-DRAWN);
    else note(`league: ${line}`);
  }

  /** The league pauses until the operator goes on. */
  paused(why: string): void {
    process.stderr.write(`league: ${pausedText({ paused: why }, this.#command('unpause'))}`);
  }

  /** The league is over, and the manager stays for its clients. */
  lingers(): void {
    const { flags, child, settings } = this.#options;
    const line = lingeringLine(settings.limits.lingerMs, this.#command('stop'));
    child.say({ said: 'lingers' });
    if (child.launched) note(line);
    else void (this.#show?.catchUp() ?? Promise.resolve()).then(() => tellOf(flags)(`${line}\n`));
  }

  /** The manager listens: where, what it goes on with, who is missing; and from now on the league is shown. */
  opened(
    manager: Manager,
    {
      display_name,
      kept,
      term,
      resumeMs,
      reader,
    }: {
      readonly display_name: string;
      readonly kept: string;
      readonly term: Partial<Term>;
      readonly resumeMs: number;
      readonly reader: LeagueReader;
    },
  ): void {
    const { flags, league_id, settings } = this.#options;
    const [tell, page] = [tellOf(flags), pageOf(manager.address)];
    const go = (command: 'start' | 'unpause') => this.#command(command);
    tell(
      `${display_name} of ${league_id} listens at ${manager.address}${takenOver(term)}. ${whatNow(manager.league, go('start'), term)}\n${kept}`,
    );
    if (page !== undefined) tell(pageText(page, settings.config.kind === 'class'));
    if (flags.has('open')) openPage(page, showLine);
    if (term.leaderless === undefined) void tellRoll(manager, flags, resumeMs);
    this.#show = showRun(flags, { reader, page, go, tell: (line) => tell(`${line}\n`) });
  }

  /** The drawing goes, and what stood above it is said again. */
  async clear(): Promise<void> {
    await this.#show?.end();
    for (const line of this.#drawn) note(`league: ${line}`);
  }

  /** The manager has ended: why, and how the league did if that is over. */
  async ended(manager: Manager, disk: Disk): Promise<void> {
    const { flags, places, league_id } = this.#options;
    tellOf(flags)(`League Manager ended: ${await manager.ended}.\n`);
    if (manager.league.phase !== 'LEAGUE_COMPLETE') return;
    const final = await finalFiles(disk, places.data, league_id, Promise.resolve());
    if (final !== undefined && flags.has('json')) process.stdout.write(finalJson(final));
    if (final !== undefined) tellOf(flags, 'result')(finalText(final, undefined, columnsOf(flags)));
    tellOf(flags)(await whereText(places, league_id, await replayLine(flags, places, league_id)));
  }

  /** A command of the operator, as it can be pasted. */
  #command(name: 'start' | 'unpause' | 'stop'): string {
    const { flags, usual } = this.#options;
    const address = this.manager?.address;
    return operatorLine(name, flags, address === usual ? undefined : address);
  }
}

/** The operator's next step, as a line. */
function whatNow(league: Readonly<League>, go: string, { leaderless }: Partial<Term>): string {
  const isTakeOver = leaderless !== undefined;
  const fresh = isTakeOver ? '' : '; --fresh begins anew';
  if (league.phase === 'LEAGUE_COMPLETE') return `Everybody is told how the league ended${fresh}.`;
  if (league.phase !== 'RUNNING_LEAGUE') return `Start play with: ${go}`;
  const { matches_completed, total_matches } = statusOf(league);
  const left = isTakeOver ? 'the league' : 'an unfinished league';
  return `It goes on with ${left}, ${matches_completed} of ${counted(total_matches, 'match')} decided${fresh}.`;
}

function takenOver({ leaderless }: Partial<Term>): string {
  if (leaderless === undefined) return '';
  const silentMs = systemClock.monotonic() - leaderless;
  return ` and has taken over ${(silentMs / 1_000).toFixed(1)} s after the last leader was heard of`;
}

function lingeringLine(ms: number, stop: string): string {
  return `The league is over. Its clients can ask how it ended for ${ms / 1_000} s more, and the page stays; end it with Ctrl-C or: ${stop}`;
}

/** A class league at an address of the internet without a certificate. */
export function onTheWire(addresses: readonly string[]): string {
  return `this class league is open to the internet at ${addresses.join(', ')} over plain HTTP: tokens, invite codes and moves can be read on the way; give it a certificate with --tls-cert FILE --tls-key FILE, or listen at a private address`;
}

/** Tells the operator who is missing in a league that goes on, until it does. */
async function tellRoll({ awaited, league, address }: Manager, flags: Flags, waitMs: number): Promise<void> {
  const tell = tellOf(flags);
  const addressOf = (id: string) => league.agents.get(id)?.endpoint;
  const news = new RollNews({ addressOf, go: operatorLine('start', flags, address), waitMs });
  for (let isOver = false; !isOver; await sleep(systemClock, LOOK_EVERY_MS)) {
    const missing = awaited();
    isOver = missing === undefined;
    tell(news.hear(waitingFor(missing), systemClock.monotonic()));
  }
}
