/** `league play`: a person takes a seat of the league in this terminal. */
import { hostname, userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { startPullPlayer } from '../../player/pull.ts';
import { type Flags, Mistake } from '../options.ts';
import { quoted } from '../output/text.ts';
import { inItsLeague, managerFor } from '../world/addresses.ts';
import { configOf, machine, need, networkOf, placesOf } from '../world/installation.ts';
import { managersIn, networkTransport } from '../world/wires_http.ts';
import { Person } from './person.ts';
import { isLive } from './screen.ts';

export async function playCommand(flags: Flags): Promise<number> {
  const loader = configOf(flags);
  const code = flags.text('code');
  const managers = managersIn(flags.text('manager') ?? (await managerFor(flags, loader))).map((endpoint) => {
    const url = new URL(endpoint);
    if (code !== undefined) url.searchParams.set('code', code);
    return url.href;
  });
  const [manager = ''] = managers;
  const display_name = flags.text('name') ?? userName();
  const effects = { ...machine(), transport: networkTransport('agent', await networkOf(loader), managers) };
  const isDrawn = process.stdin.isTTY === true && isLive(process.stdout);
  const { promise: left, resolve: leave } = Promise.withResolvers<'left' | 'no more lines'>();
  const { clock } = effects;
  const person = new Person({ clock, stream: process.stdout, beside: [process.stderr], isDrawn, leave });
  const tell = (line: string) => person.tell(line);
  const player = need(
    await startPullPlayer({
      ...{ effects, manager, display_name, kind: 'human', strategy: person.strategy, tell },
      places: placesOf(await inItsLeague(flags, loader)),
      onWord: (word) => person.hear(word),
      waiting: { ms: Number.POSITIVE_INFINITY, tell },
    }),
  );
  const release = listen(person, isDrawn);
  const asked = () => leave('left');
  process.once('SIGTERM', asked).once('SIGINT', asked);
  const ending = await Promise.race([left, player.ended]);
  await player.stop(ending);
  release();
  person.close();
  await effects.disk.close();
  if (person.isOver) return 0;
  const places = flags.kept(['data', 'class', 'config']).map(([name, value]) => `--${name} ${quoted(String(value))}`);
  const words = ['--name', quoted(display_name), '--manager', quoted(manager.replace(/\?.*$/, '')), ...places];
  const back = `its seat is kept; to take it up again: npx league play ${words.join(' ')}`;
  if (ending === 'left') tell(`${player.id} has left; ${back}`);
  else if (ending === 'no more lines')
    throw new Mistake(`${player.id} is asked for a move, and stdin has ended; ${back}`);
  else throw new Mistake(`${player.id} ended: ${ending}`);
  return 0;
}

/** Brings what is typed to the person: keys as they are pressed, or whole lines; the returned function ends that. */
function listen(person: Person, isDrawn: boolean): () => void {
  const { stdin } = process;
  if (!isDrawn) {
    const lines = createInterface({ input: stdin, terminal: false });
    lines.on('line', (line) => person.line(line)).on('close', () => person.endOfLines());
    return () => lines.close();
  }
  stdin.setRawMode(true).setEncoding('utf8');
  stdin.on('data', (keys) => person.press(String(keys)));
  return () => void stdin.setRawMode(false).pause();
}

/** The name of the user of this machine, where it has one. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // There is no entry for a user that exists in a container alone.
    return `Player ${hostname()}`;
  }
}
