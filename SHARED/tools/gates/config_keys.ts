/** Every key of the configuration is read by something: the schemas are walked, and a key that nothing reads is a problem. */
import { FILES, type FileShape } from '../../contracts/files/index.ts';
import { LIMIT_OPINIONS } from '../../contracts/files/pieces.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import type { TSchema } from '../../contracts/schema_builder.ts';
import { codeOnly } from './code_scan.ts';
import type { Problem, Source } from './sources.ts';

/** A key of a configuration file, by its place: `system.network.base_host`. */
export interface ConfigKey {
  readonly place: string;
  readonly name: string;
}

const GATE = 'SHARED/tools/gates/config_keys.ts';

/**
 * The code that reads each key whose name does not tell, since messages have a field of that name too, or which is read
 * by a computed name. It has to stand somewhere in the code that acts, so that a key whose reader goes is found.
 */
export const READERS: { readonly [place: string]: string } = {
  'system.network.default_referee_port_range': "free('default_referee_port_range')",
  'system.network.default_player_port_range': "free('default_player_port_range')",
  'system.timeouts': '{ ...system.timeouts, ...system.retry_policy }',
  'agents_config.league_manager': '{ league_manager }: AgentsConfig',
  'agents_config.league_manager.display_name': 'league_manager.display_name',
  'agents_config.league_manager.port': "typeof port === 'number' && endpoint === undefined",
  'agents_config.league_manager.endpoint': 'league_manager.endpoint ?? usual',
  'agents_config.referees': 'agents.referees.filter(',
  'agents_config.referees.referee_id': 'seatOf(entry.referee_id,',
  'agents_config.referees.display_name': 'entry.display_name, entry.endpoint)',
  'agents_config.referees.endpoint': 'entry.display_name, entry.endpoint)',
  'agents_config.referees.version': '{ version: known.version }',
  'agents_config.referees.game_types': 'has(referee.game_types, game_type)',
  'agents_config.referees.max_concurrent_matches': 'maxMatches: entry.max_concurrent_matches',
  'agents_config.referees.active': 'referee.active && ',
  'agents_config.players': 'agents.players.filter(',
  'agents_config.players.player_id': 'seatOf(entry.player_id,',
  'agents_config.players.display_name': 'entry.display_name, entry.default_endpoint)',
  'agents_config.players.default_endpoint': 'entry.display_name, entry.default_endpoint)',
  'agents_config.players.version': '{ version: entry.version }',
  'agents_config.players.preferred_leagues': 'has(player.preferred_leagues, league_id)',
  'agents_config.players.game_types': 'has(player.game_types, game_type)',
  'agents_config.players.active': 'player.active && ',
  'system.security.max_registrations_per_address': 'registrations: security.max_registrations_per_address',
  'league.participants.max_registrations_per_address': 'participants.max_registrations_per_address ?? usual',
  'league.league_id': 'const { league_id, display_name } = settings.config',
  'league.display_name': 'const { league_id, display_name } = settings.config',
  'league.game_type': 'gameOf(config.game_type, config.options)',
  'league.options': '...file.options',
  'league.violations': "settings.config.violations !== 'disqualify'",
  'league.kind': "config.kind === 'class'",
  'league.status': "file.status !== 'ACTIVE'",
  'league.scoring': '} = config.scoring',
  'league.scoring.win_points': 'scoring.win_points',
  'league.scoring.draw_points': 'scoring.draw_points',
  'league.scoring.loss_points': 'scoring.loss_points',
  'league.scoring.technical_loss_points': 'scoring.technical_loss_points',
  'league.double_forfeit': 'config.double_forfeit',
  'league.total_rounds': 'oddFigures(settings.config, outlook)',
  'league.players': 'players: named, referees: { ids } }: LeagueConfig',
  'league.referees': 'players: named, referees: { ids } }: LeagueConfig',
  'league.referees.accept': 'referees.accept',
  'league.timeouts': 'league?.timeouts',
  'games_registry.games.game_type': 'leagueIdOf(first?.game_type',
  'games_registry.games.display_name': '{ display_name, description } = need(await loader.getGame(game_type))',
  'games_registry.games.max_match_sec': 'game?.max_match_sec',
  'games_registry.games.options': '...entry.options',
  'referee_defaults.default_settings.max_concurrent_matches': 'defaults.default_settings.max_concurrent_matches',
  'league.participants.min_players': 'settings.config.participants.min_players',
  'league.participants.max_players': 'settings.config.participants.max_players',
  'games_registry.games.min_players': 'seats < min_players || seats > max_players',
  'games_registry.games.max_players': 'seats < min_players || seats > max_players',
  'referee_defaults.default_settings': 'defaults.default_settings.max_concurrent_matches',
  'player_defaults.default_settings': 'defaults.default_settings.strategy',
  'system.logging': 'league_manager: of(system)',
  'referee_defaults.logging': 'referee: of(referee)',
  'player_defaults.logging': 'player: of(player)',
  'system.logging.level': 'league_manager: of(system)',
  'referee_defaults.logging.level': 'referee: of(referee)',
  'player_defaults.logging.level': 'player: of(player)',
  'system.logging.sample': 'league_manager: of(system)',
  'referee_defaults.logging.sample': 'referee: of(referee)',
  'player_defaults.logging.sample': 'player: of(player)',
  'system.logging.max_file_mb': 'league_manager: of(system)',
  'system.logging.max_files': 'league_manager: of(system)',
  'referee_defaults.logging.max_file_mb': 'referee: of(referee)',
  'referee_defaults.logging.max_files': 'referee: of(referee)',
  'player_defaults.logging.max_file_mb': 'player: of(player)',
  'player_defaults.logging.max_files': 'player: of(player)',
};

/** Limits are settled by their names, whichever file they come from. */
const settledAs = (name: string) => new RegExp(`\\b(ms|settled)\\('${name}'\\)`);

/** Held to one kind of value by the check of their files, which is all they are for. */
const CHECKED: ReadonlySet<string> = new Set(['schema_version']);

/** Code that acts on the configuration: not what describes, loads or checks it, and no test, tool or trial. */
const ACTING = /^(agents\/(?!trials\/)|SHARED\/(core|games|league_sdk|contracts\/files\/spellings)).*\.ts$/;
const NOT_ACTING =
  /\.test\.ts$|\/testing\/|_laws\.ts$|^SHARED\/league_sdk\/(config\/(file|checks)|config_loader|config_models)\.ts$/;

const onOneLine = remembered(({ text }) => text.replace(/\s+/g, ' '));

/** The same, made once for each source. */
function remembered(make: (source: Source) => string): (source: Source) => string {
  const made = new WeakMap<Source, string>();
  return (source) => {
    const text = made.get(source) ?? make(source);
    made.set(source, text);
    return text;
  };
}

/** Every key of every configuration file that can have more than one value, and is not named as without effect. */
export function configKeys(files: { readonly [name: string]: FileShape } = FILES): readonly ConfigKey[] {
  return Object.entries(files)
    .filter(([, { kind }]) => kind === 'config')
    .flatMap(([file, { schema, ignored = [] }]) =>
      keysIn(schema as Part, file).filter(({ place }) => !ignored.includes(place.slice(file.length + 1))),
    );
}

/** The keys that nothing reads, and readers of the table that are not there any more. */
export function checkConfigKeys(
  sources: readonly Source[],
  keys: readonly ConfigKey[] = configKeys(),
): readonly Problem[] {
  const acting = sources.filter(({ path }) => ACTING.test(path) && !NOT_ACTING.test(path));
  const texts = acting.map(onOneLine);
  /** Telling code from comments takes long: it is done for the files that have a name at all. */
  const code = acting.map((source) => ({ text: source.text, code: once(() => codeOnly(source)) }));
  const doubled = new Set(keys.map(({ name }) => name).filter((name, i, all) => all.indexOf(name) !== i));
  const places = new Set(keys.map(({ place }) => place));
  const stale = Object.keys(READERS).filter((place) => !places.has(place));
  return [
    ...keys.flatMap((key) => {
      const what = faultOf(key);
      return what === undefined ? [] : [{ path: GATE, line: 0, what: `${key.place} ${what}` }];
    }),
    ...stale.map((place) => ({ path: GATE, line: 0, what: `${place} has a reader in the table, and is no key` })),
  ];

  function faultOf({ place, name }: ConfigKey): string | undefined {
    const isLimit = Object.hasOwn(LIMIT_OPINIONS, name) && /\.(timeouts|retry_policy|default_settings)\./.test(place);
    if (isLimit) return has((text) => settledAs(name).test(text)) ? undefined : NOBODY;
    const reader = READERS[place];
    if (reader !== undefined)
      return has((text) => text.includes(reader)) ? undefined : `${NOBODY}; "${reader}" is gone`;
    if (namesElsewhere().has(name)) return 'has a name that messages have too: say in READERS what reads it';
    if (doubled.has(name)) return 'has a name that another key has too: say in READERS what reads it';
    const reading = readingOf(name);
    return code.some((file) => reading.test(file.text) && reading.test(file.code())) ? undefined : NOBODY;
  }

  function has(found: (text: string) => boolean): boolean {
    return texts.some(found);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const NOBODY = 'is read by nothing: read it, or take it out of its schema';

/** A read of a property: a member that is not assigned to, or a name that is taken out of an object. */
function readingOf(name: string): RegExp {
  return new RegExp(
    `\\.${name}\\b(?!\\s*=[^=>])|\\{[^{}]*\\b${name}\\b[^{}]*\\}[\\s},)]*(=[^=>]|=>|:\\s*[A-Z]|\\bof\\b)`,
  );
}

/** Names of fields that messages and files of other kinds have: where one of them is read, it need not be a key. */
const namesElsewhere = once((): ReadonlySet<string> => {
  const others = Object.values(FILES).filter(({ kind }) => kind !== 'config');
  const schemas: readonly TSchema[] = [
    ...others.map(({ schema }) => schema),
    ...Object.values(CONTRACTS).map(({ schema }) => schema),
  ];
  return new Set(schemas.flatMap((schema) => keysIn(schema as Part, '').map(({ name }) => name)));
});

interface Part {
  readonly properties?: { readonly [key: string]: Part };
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly const?: unknown;
}

/** The keys below a part of a schema. A key that can have one value only is read by the check of its file. */
function keysIn(part: Part, place: string): readonly ConfigKey[] {
  const below = [part, part.items, ...(part.anyOf ?? [])].flatMap((each) => Object.entries(each?.properties ?? {}));
  return below.flatMap(([name, inner]) => {
    const here = `${place}.${name}`;
    const isHeld = inner.const !== undefined || CHECKED.has(name);
    return [...(isHeld ? [] : [{ place: here, name }]), ...keysIn(inner, here)];
  });
}
