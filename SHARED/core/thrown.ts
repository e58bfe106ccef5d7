/** Exceptions of code that a user has written, told to that user: what was thrown, and in which line of which file. */
import { cut } from './json.ts';

/** The folders of this installation: a frame in them is the cause only where no other file has a part in it. */
const OURS = ['SHARED/', 'agents/'].map((folder) => pathOf(new URL(`../../${folder}`, import.meta.url).href));
const FRAME = /(?:^|[\s(])((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*):(\d+):\d+\)?$/;
/** A file that could not even be read as code is named before the message. */
const UNREADABLE = /^((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):(\d+)$/;
const TEXT_LENGTH = 200;

/** A thrown value in one line that is not longer than a person reads. */
export function thrownText(thrown: unknown): string {
  try {
    return cut(String(thrown).replace(/\s+/g, ' ').trim(), TEXT_LENGTH);
  } catch {
    return 'something that has no text';
  }
}

/**
 * "my_file.ts:3", as seen from the current folder; undefined where nothing tells it. A user's file goes before ours. Of a
 * `loaded` file that failed it is the user's wherever it lies, and ours are not the cause.
 */
export function thrownPlace(thrown: unknown, loaded?: string): string | undefined {
  const lines = thrown instanceof Error && typeof thrown.stack === 'string' ? thrown.stack.split('\n') : [];
  const places = lines.flatMap((line, i) => {
    const [, file, number] = (i === 0 ? UNREADABLE.exec(line) : null) ?? FRAME.exec(line) ?? [];
    return file === undefined ? [] : [{ file: pathOf(file), number }];
  });
  const isUsers = (file: string) => file === loaded?.replaceAll('\\', '/') || !isForeign(file);
  const place = places.find(({ file }) => isUsers(file)) ?? (loaded === undefined ? places[0] : undefined);
  return place && `${fromHere(place.file)}:${place.number}`;
}

/** "threw at my_file.ts:3, TypeError: …" */
export function threw(thrown: unknown): string {
  const place = thrownPlace(thrown);
  return place === undefined ? `threw ${thrownText(thrown)}` : `threw at ${place}, ${thrownText(thrown)}`;
}

/** A path as a user in the current folder would type it. */
export function fromHere(path: string): string {
  const here = `${process.cwd().replaceAll('\\', '/')}/`;
  return path.startsWith(here) ? path.slice(here.length) : path;
}

/** Whether a file is one of ours or of a package, and not the user's. */
function isForeign(file: string): boolean {
  return file.includes('/node_modules/') || OURS.some((folder) => file.startsWith(folder));
}

function pathOf(file: string): string {
  if (!file.startsWith('file://')) return file.replaceAll('\\', '/');
  return decodeURIComponent(new URL(file).pathname).replace(/^\/(?=[A-Za-z]:)/, '');
}
