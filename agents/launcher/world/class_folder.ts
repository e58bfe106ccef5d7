/** The files of a class league's folder: its configuration, its roster with the codes, and the invitation. */
import { MANAGER_ID } from '../../../SHARED/contracts/fields.ts';
import type { Entropy } from '../../../SHARED/core/entropy.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { GamesRegistry, LeagueConfig } from '../../../SHARED/league_sdk/config_models.ts';
import { codeDigest, newInviteCode } from '../../league_manager/registration/invite_codes.ts';
import { csvLine, withoutGuard } from '../reports/text_formats.ts';
import { hereAt } from './addresses.ts';

/** A class league as its organiser describes it. */
export interface ClassLeague {
  readonly league_id: string;
  readonly display_name: string;
  readonly game_type: string;
  /** The manager's port; its referees have the next ones. */
  readonly port: number;
  /** The files of its TLS, by their keys in system.json. */
  readonly tls?: { readonly [key: string]: string };
}

const SCHEMA = { schema_version: '1.0.0' } as const;
const REFEREES = ['REF01', 'REF02'] as const;
const PORTS_OF_ROLE = 98;
const TO_PLAYERS = 101;

/** The files of its configuration, by their paths below `config`; keys that are left out have their defaults. */
export function classConfig(
  { league_id, display_name, game_type, port, tls }: ClassLeague,
  { games }: Pick<GamesRegistry, 'games'>,
): { readonly [path: string]: JsonObject } {
  const ports = (from: number) => [from, from + PORTS_OF_ROLE];
  // The league of the first game is the one that is played where none is named.
  const ordered = [...games].sort((a, b) => Number(b.game_type === game_type) - Number(a.game_type === game_type));
  return {
    'system.json': {
      ...SCHEMA,
      system_id: 'class_league',
      network: {
        base_host: '0.0.0.0',
        default_league_manager_port: port,
        default_referee_port_range: ports(port + 1),
        default_player_port_range: ports(port + TO_PLAYERS),
        ...tls,
      },
    },
    'agents/agents_config.json': {
      ...SCHEMA,
      league_manager: { agent_id: MANAGER_ID, agent_type: 'league_manager', display_name: 'League Manager' },
      referees: REFEREES.map((referee_id, nth) => ({
        referee_id,
        display_name: `Referee ${nth + 1}`,
        endpoint: hereAt(port + 1 + nth),
        version: '1.0.0',
        game_types: [],
        max_concurrent_matches: 64,
        active: true,
      })),
      players: [],
    },
    [`leagues/${league_id}.json`]: {
      ...SCHEMA,
      league_id,
      display_name,
      game_type,
      kind: 'class',
      double_forfeit: 'loss',
      violations: 'count',
      participants: { min_players: 2, max_players: 1_000 },
      referees: { accept: 'verified' },
      timeouts: { game_join_timeout_sec: 5, move_timeout_sec: 30 },
    },
    'games/games_registry.json': { ...SCHEMA, games: ordered.map((entry) => ({ ...entry })) },
    'defaults/player.json': SCHEMA,
    'defaults/referee.json': { ...SCHEMA, default_settings: { max_concurrent_matches: 64 } },
  };
}

/** The text that students are given, with the addresses of the manager's machine. */
export function invitationText({ display_name, game_type }: ClassLeague, managers: readonly string[]): string {
  const [manager = ''] = managers;
  const others = managers.slice(1).map((address) => `or ${address}, where that one cannot be reached`);
  return `${display_name}: an invitation

The league manager    ${[manager, ...others].join('\n                      ')}
The game              ${game_type}

If you were given an invite code, write it behind the address, here and everywhere below:
                      ${manager}?code=YOUR-CODE

A player with a strategy in TypeScript or JavaScript, from a copy of the league's repository:
    npx league player --name "YOUR NAME" --strategy ./my_strategy.ts --manager "${manager}?code=YOUR-CODE"

A player in any language is a server that takes POST requests at /mcp. It registers itself with the manager, and its
contact_endpoint has the address of your own machine, never localhost. Start from doc/BRING_YOUR_OWN_AGENT.md of the
repository; every message is in doc/protocol_spec.md.

Try it before the class, and mend what it says:
    npx league check --strategy ./my_strategy.ts
    npx league check --help        (for a server, or a program that reads lines)

A registration that is refused says why. A player that is started again gets its seat back.
`;
}

/** A person of the roster; the code is known to the organiser alone. */
export interface Invited {
  readonly name: string;
  /** Absent where the file with the codes has it no more. */
  readonly code: string | undefined;
  readonly code_sha256: string;
}

const MAX_NAME = 128;

/** The names of a list: one a line, or the column `name` of a CSV file. */
export function namesIn(text: string): Result<readonly string[], string> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const head = cellsOf(lines[0] ?? '').map((cell) => cell.toLowerCase());
  const column = head.indexOf('name');
  const isTable = column >= 0;
  const seen = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (isTable && at === 0)) continue;
    const name = (isTable ? (cellsOf(line)[column] ?? '') : line).trim();
    const before = seen.get(name);
    if (name === '') return err(`line ${at + 1} has no name`);
    if (name.length > MAX_NAME || /\p{Cc}/u.test(name)) return err(`line ${at + 1} is no name of a person`);
    if (before !== undefined)
      return err(`lines ${before} and ${at + 1} have the same name, “${name}”; tell them apart`);
    seen.set(name, at + 1);
  }
  return seen.size === 0 ? err('it has no names') : ok([...seen.keys()]);
}

/** The cells of a line of a CSV file, separated by commas or semicolons; quoted ones may hold them. */
function cellsOf(line: string): readonly string[] {
  const cells = [...line.matchAll(/(?:^|[,;])(?:"((?:[^"]|"")*)"|([^,;]*))/g)];
  return cells.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim());
}

/** A code for every name: the one it has, or a new one. */
export function invite(
  names: readonly string[],
  { participants: { roster = [] } }: LeagueConfig,
  { known, entropy }: { readonly known: ReadonlyMap<string, string>; readonly entropy: Entropy },
): readonly Invited[] {
  const before = new Map(roster.map(({ name, code_sha256 }) => [name, code_sha256]));
  return names.map((name) => {
    const kept = before.get(name);
    const code = known.get(name);
    if (kept !== undefined) return { name, code_sha256: kept, code: codeIs(code, kept) ? code : undefined };
    const made = newInviteCode(entropy);
    return { name, code: made, code_sha256: codeDigest(made) };
  });
}

function codeIs(code: string | undefined, code_sha256: string): boolean {
  return code !== undefined && codeDigest(code) === code_sha256;
}

/** The organiser's file of codes: each person's name, code, and the manager's address with it. */
export function codesText(roster: readonly Invited[], manager: string): string {
  const rows = roster.map(({ name, code = '' }) => [name, code, code === '' ? '' : `${manager}?code=${code}`]);
  return [['name', 'code', 'manager_url'], ...rows].map(csvLine).join('');
}

/** The codes in such a file, by name. */
export function codesIn(text: string): ReadonlyMap<string, string> {
  const rows = text.split(/\r?\n/).slice(1).map(cellsOf);
  return new Map(rows.flatMap(([name = '', code = '']) => (code === '' ? [] : [[withoutGuard(name), code] as const])));
}
