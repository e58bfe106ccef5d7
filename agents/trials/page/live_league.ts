/** A league to be looked at: its manager is a process of its own, its other agents are in the hands of the caller. */
import { join } from 'node:path';
import { unwrap } from '../../../SHARED/core/result.ts';
import type { Running } from '../../../SHARED/league_sdk/effects.ts';
import { games } from '../../../SHARED/testing/shipped_games.ts';
import { systemEffects } from '../../launcher/world/installation.ts';
import { operatorOf } from '../../launcher/world/operator.ts';
import { startPlayer } from '../../player/player.ts';
import type { Strategy } from '../../player/strategy.ts';
import { startReferee } from '../../referee/referee.ts';
import { type ScratchFolder, scratchFolder } from '../scratch_folder.ts';
import { type Program, program } from '../testing/rehearsal.ts';

export interface LiveOptions {
  readonly game?: string;
  /** By name: who plays, and how. */
  readonly players: { readonly [display_name: string]: Strategy };
  /** More words for the manager’s command, and for its environment. */
  readonly words?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Where the manager listens; absent: anywhere. */
  readonly port?: string;
}

/** Holds moves back until they are let through. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #lastRound = 0;

  /** The same strategy, whose every move waits for this gate. */
  before(strategy: Strategy): Strategy {
    return {
      ...strategy,
      decide: async (turn) => {
        while (turn.round_id > this.#lastRound) await new Promise<void>((pass) => this.#waiting.push(pass));
        return strategy.decide(turn);
      },
    };
  }

  /** How many moves wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Lets all moves through up to those of a round; absent: of every round. */
  open(lastRound = Number.POSITIVE_INFINITY): void {
    this.#lastRound = lastRound;
    for (const pass of this.#waiting.splice(0)) pass();
  }
}

const TOKEN = 'op_of_a_league_that_is_looked_at';
/** Long enough for a move that is held back. */
const MOVE_SEC = 120;

/** A league from its first registration on. */
export class LiveLeague {
  readonly league_id: string;
  readonly token = TOKEN;
  readonly #options: LiveOptions;
  readonly #folder: ScratchFolder;
  readonly #agents: Running[] = [];
  readonly #worlds: ReturnType<typeof systemEffects>[] = [];
  #manager: Program | undefined;
  #address = '';

  private constructor(options: LiveOptions, folder: ScratchFolder) {
    this.#options = options;
    this.#folder = folder;
    this.league_id = `league_2025_${options.game ?? 'even_odd'}`;
  }

  /** Starts the manager; no other agent is there yet. */
  static async open(options: LiveOptions): Promise<LiveLeague> {
    const league = new LiveLeague(options, await scratchFolder('looked-at-'));
    await league.startManager(options.port ?? '0');
    return league;
  }

  /** Where the page is. */
  get address(): string {
    return new URL('/', this.#address).href;
  }

  get data(): string {
    return join(this.#folder.path, 'data');
  }

  /** A file of the league, as its manager wrote it. */
  async file<T>(name: 'standings' | 'rounds'): Promise<T> {
    const text = await this.#world().disk.read(join(this.data, 'leagues', this.league_id, `${name}.json`));
    return JSON.parse(text ?? 'null') as T;
  }

  /** Starts the manager, for the first time or again at the same port. */
  async startManager(port = new URL(this.#address).port): Promise<void> {
    const { game = 'even_odd', words = [], env } = this.#options;
    const where = ['--data', this.data, '--logs', join(this.#folder.path, 'logs')];
    const how = ['--game', game, '--keep', '--operator-token', TOKEN, '--port', port];
    this.#manager = program('agents/launcher/main.ts', ['manager', ...how, ...where, ...words], {
      LEAGUE_MOVE_TIMEOUT_SEC: String(MOVE_SEC),
      ...env,
    });
    this.#address = (await this.#manager.says(/ at (http:\S+\/mcp)/))[1] as string;
  }

  /** Takes the manager away without a word. */
  async killManager(): Promise<void> {
    await this.#manager?.end();
  }

  /** Resolves when the manager has ended by itself. */
  ended(): Promise<number | null> | undefined {
    return this.#manager?.ended();
  }

  /** Two referees and all players register. */
  async gather(): Promise<void> {
    for (const id of ['REF01', 'REF02']) await this.#referee(id);
    for (const name of Object.keys(this.#options.players)) await this.join(name);
  }

  /** One player registers; ids are given in the order of the registrations. */
  async join(display_name: string): Promise<void> {
    const strategy = this.#options.players[display_name] as Strategy;
    const common = this.#common();
    const player = await startPlayer({
      ...common,
      display_name,
      strategy,
      seed: display_name,
      moveMs: MOVE_SEC * 1_000,
    });
    this.#agents.push(unwrap(player));
  }

  /** Starts play, as the operator does. */
  async start(): Promise<void> {
    const { league_id } = this;
    await operatorOf(this.#world(), this.#address, async () => TOKEN).ask('START_LEAGUE', { league_id });
  }

  /** Ends all agents, and removes what they wrote. */
  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.stop('the trial is over')));
    await this.#manager?.end();
    await Promise.all(this.#worlds.flatMap(({ transport, disk }) => [transport.close(), disk.close()]));
    await this.#folder.remove();
  }

  async #referee(id: string): Promise<void> {
    const { gameOf } = games;
    const referee = await startReferee({
      ...this.#common(),
      id,
      display_name: `Referee ${id}`,
      gameOf,
      max_concurrent_matches: 8,
    });
    this.#agents.push(unwrap(referee));
  }

  #common() {
    const places = { data: this.data, logs: join(this.#folder.path, 'logs') };
    const listen = 'http://127.0.0.1:0/mcp';
    return { effects: this.#world(), places, manager: this.#address, game_types: games.types, listen };
  }

  #world() {
    const world = systemEffects('agent');
    this.#worlds.push(world);
    return world;
  }
}
