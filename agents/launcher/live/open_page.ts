/** The page of a league in the user's browser. */
import { spawn } from 'node:child_process';

/** The program that opens an address in the user's browser, by system. */
const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a page in the user's browser; where that cannot be done, a line says so and nothing fails. */
export function openPage(page: string | undefined, tell: (line: string) => void): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  if (page === undefined) {
    tell('league: there is no page to open: this league is on no network');
    return;
  }
  const failed = () => tell(`league: no browser could be opened; look at ${page}`);
  const opener = spawn(program, [...words, page], { stdio: 'ignore', detached: true });
  opener.once('error', failed).once('exit', (code) => code !== 0 && code !== null && failed());
  opener.unref();
}
