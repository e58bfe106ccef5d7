/** `league run`: plays a whole league and shows how it went. */
import { type Flags, Mistake } from '../options.ts';
import { shown } from '../output/results_text.ts';
import { counted } from '../output/text.ts';
import { playToTheEnd, resumeLine, tellOf } from '../processes/follow_run.ts';
import { type Interruption, interruptible } from '../processes/interruption.ts';
import { noteRun } from '../processes/roster.ts';
import {
  aboutOf,
  awayOf,
  isOpen,
  type Stage,
  sampleLine,
  stageOf,
  startAll,
  waitsForPlayers,
  withChoices,
} from '../processes/stage.ts';
import { archive, earlierRun } from '../world/archive.ts';
import { MOST_FILED_PLAYERS, need, placeText } from '../world/installation.ts';
import { tellIgnored } from '../world/league_setup.ts';
import { checkAlways } from '../world/strategies.ts';
import { portOf } from '../world/wires_http.ts';

const MANY_PLAYERS = 120;

export function runCommand(flags: Flags): Promise<number> {
  return interruptible((interruption) => runLeague(flags, interruption));
}

async function runLeague(flags: Flags, interruption: Interruption): Promise<number> {
  const tell = tellOf(flags);
  const stage = await stageOf(flags);
  const { settings, places, store, roster, thinking } = stage;
  const { league_id, display_name } = settings.config;
  const count = (role: 'player' | 'referee', here: number) => counted(here + awayOf(roster, role), role);
  const { game_type, options } = settings.config;
  checkAlways(
    roster.players.map(({ strategy }) => strategy),
    need(stage.games.gameOf(game_type, options)),
  );
  await makeRoom(flags, stage);
  await noteRun(store, league_id, { flags: withChoices(flags, stage), strategies: thinking });
  tell(`${display_name}: ${count('player', roster.players.length)}, ${count('referee', roster.referees.length)}\n`);
  await tellIgnored(stage.loader, {
    ...{ effects: stage.effects, places, tell, settings },
    players: roster.players.length + awayOf(roster, 'player'),
  });
  if (stage.records.policy !== 'files') tell(await recordsLine(flags, stage));
  tell(sampleLine(stage, flags.text('log-sample') === undefined ? '; --log-sample 1 writes all messages' : ''));
  if (flags.text('strategies') !== undefined && roster.players.length <= 16)
    tell(`  ${[...thinking].map((each) => each.join(' ')).join(', ')}\n`);
  // A league of fewer players seldom takes a minute, and starts without loading the forecast.
  if (!flags.has('quiet') && roster.players.length > MANY_PLAYERS)
    tell(await (await import('../processes/forecast.ts')).longRunText(stage));
  return playToTheEnd({
    flags,
    places,
    league_id,
    tell,
    about: aboutOf(stage),
    interruption,
    logs: stage.effects.logs,
    isOpen: isOpen(stage),
    startsPlay: !waitsForPlayers(stage),
    start: (calledOff) => startAll(flags, stage, { calledOff }),
  });
}

/** The line about a run that keeps no file for each match. */
async function recordsLine(flags: Flags, { loader }: Stage): Promise<string> {
  const isChosen = (flags.text('records') ?? need(await loader.loadSystem()).records) !== undefined;
  const why = isChosen
    ? ''
    : ` (--records files keeps a file for each; above ${MOST_FILED_PLAYERS} players it is not the usual)`;
  return `  Matches and histories are kept in compressed segments${why}.\n`;
}

/** A finished run makes room; an unfinished one is never put away without being asked. */
async function makeRoom(flags: Flags, stage: Stage): Promise<void> {
  const { effects, places, store, settings } = stage;
  const { league_id } = settings.config;
  const shelf = { ...places, store, disk: effects.disk };
  const earlier = await earlierRun(shelf, league_id);
  await earlier.held?.ledger.close();
  if (earlier.state === 'none') return;
  // Its players have come by themselves, and would not know that they have to come again.
  if (earlier.state === 'waiting' && waitsForPlayers(stage) && !flags.has('fresh')) return;
  if (earlier.state === 'unfinished' && !flags.has('fresh')) {
    throw new Mistake(
      `an unfinished run of ${league_id} is in ${placeText({ ...places, data: shown(places.data) })}; go on with: ${resumeLine(flags)}; or --fresh (npm start -- --fresh) puts it into the archive and begins anew`,
    );
  }
  if (earlier.state === 'damaged' && !flags.has('fresh')) throw new Mistake(earlier.why);
  if (earlier.state === 'finished' || flags.has('fresh')) await checkPorts(stage);
  await archive(shelf, league_id, earlier);
}

/** A port that is taken is told before a league is put away for one that cannot begin. */
async function checkPorts({ effects, roster, wire }: Stage): Promise<void> {
  if (!isOpen({ wire })) return;
  const seats = [...roster.referees, ...roster.players].map(({ address }) => address);
  const ports = new Map([roster.manager, ...seats].map((address) => [portOf(address), address]));
  ports.delete(0);
  for (const address of ports.values()) await need(await effects.transport.listen(address, async () => '')).close();
}
