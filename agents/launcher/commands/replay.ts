/** `league replay`: a league of files on a page, played back at any speed. */
import { basename, resolve } from 'node:path';
import { PLAYBACK_SPEEDS as SPEEDS } from '../../../SHARED/contracts/api/paging.ts';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { answering, Playback, withPlayback } from '../../web/playback.ts';
import { type Flags, Mistake, usage } from '../options.ts';
import { shown } from '../output/results_text.ts';
import { interruptible } from '../processes/interruption.ts';
import { listenAt } from '../world/addresses.ts';
import { filedLeague } from '../world/filed_league.ts';
import { configOf, ledgersIn, machine, need, networkOf } from '../world/installation.ts';
import { leagueWeb } from '../world/league_web.ts';
import { networkTransport } from '../world/wires_http.ts';

/** Unless a speed is named, a league lasts about so long, however short or long it was. */
const WHOLE_SEC = 60;
const REFUSAL = JSON.stringify({ error: 'this league is played back from its files: nobody plays here' });

/** Serves the page until Ctrl-C. */
export async function replayCommand(typed: Flags): Promise<number> {
  const flags = await readingFrom(typed, typed.operand('DATA'));
  const asked = speedIn(flags);
  const filed = await filedLeague(flags);
  const playback = new Playback(filed.lines, systemClock);
  const { duration_sec } = playback.document();
  const speed = asked ?? Math.min(SPEEDS.most, Math.max(SPEEDS.least, duration_sec / WHOLE_SEC));
  await playback.change({ speed });
  const loader = configOf(flags);
  const { base_host, max_readers: readers } = need(await loader.loadSystem()).network;
  const web = leagueWeb({ ...machine(), readers });
  const show = () => web.show({ ...filed.at(playback.league, playback.store), isPlayback: true });
  playback.onRestart(show);
  show();
  let isSeen = false;
  const seen: typeof web.rest = (request, response, asked) => {
    if (!isSeen) void playback.change({ is_paused: false });
    isSeen = true;
    return web.rest(request, response, asked);
  };
  const rest = withPlayback(playback, Object.assign(seen, { close: () => web.rest.close?.() }));
  const transport = networkTransport('agent', await networkOf(loader), [], { rest });
  const listened = await transport.listen(
    listenAt(undefined, base_host, flags.number('port', 0, 65_535)),
    answering(playback, REFUSAL),
  );
  if (!listened.ok) throw new Mistake(listened.error.detail);
  const at = new URL('/', listened.value.address).href;
  process.stdout.write(
    `${filed.league.league_id} of ${shown(filed.where)}: ${Math.ceil(duration_sec)} s of play at ${rounded(speed)} times its speed, from the moment somebody looks.\nLook at ${at} (Ctrl-C ends it)\n`,
  );
  await interruptible(({ promise }) => promise);
  playback.close();
  web.close();
  await listened.value.close();
  await transport.close();
  return 0;
}

/** The options as if the folder that was typed after the command had been named by its flag: an archive, or a data folder. */
async function readingFrom(typed: Flags, folder: string): Promise<Flags> {
  if (folder === '') return typed;
  const where = resolve(folder);
  if (basename(resolve(where, '../..')) === 'archive') return typed.with('archive', where);
  if ((await ledgersIn({ data: where }).leagues()).length > 0) return typed.with('data', where);
  throw usage(`there is no league in ${folder}; name a data folder, or the folder of an archive in it`);
}

function speedIn(flags: Flags): number | undefined {
  const text = flags.text('speed');
  if (text === undefined) return undefined;
  const speed = Number(text);
  if (!(speed >= SPEEDS.least && speed <= SPEEDS.most))
    throw usage(`--speed takes a number from ${SPEEDS.least} to ${SPEEDS.most}, not "${text}"`);
  return speed;
}

function rounded(speed: number): number {
  return Number(speed.toPrecision(2 + Math.max(0, Math.floor(Math.log10(speed)))));
}
