/** A real browser for the page: Chromium as its package has it, unpacked once, which tells all that a page does amiss. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { sleep, systemClock } from '../../../SHARED/core/clock.ts';
import { reasonOf } from '../../../SHARED/core/result.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { ROOT } from '../../launcher/world/installation.ts';
import { keptFolder } from '../scratch_folder.ts';

/** Whether the package has a Chromium for this machine. Where it has, it must start. */
export const HAS_BROWSER = process.platform === 'linux' && process.arch === 'x64';

/** No sandbox: trials run as root too. No service of its maker is asked for anything. */
const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--no-pings', '--disable-domain-reliability'];

/** The fonts of the package come first, so that pages look alike on machines that have others; those have more signs. */
const FONTS = [
  '<dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>',
  '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>',
].join('');

const { devDependencies } = createRequire(import.meta.url)('../package.json') as {
  readonly devDependencies: { readonly '@sparticuz/chromium': string };
};
const HOME = join(ROOT, '.cache', `chromium-${devDependencies['@sparticuz/chromium']}`);

/**
 * Starts a browser, which its caller closes. Its driver colours what it complains of by functions whose prototype it sets
 * in the old way, which our processes refuse; of functions alone it is taken, no JSON has any.
 */
export async function openBrowser(): Promise<Browser> {
  Object.defineProperty(Function.prototype, '__proto__', {
    configurable: true,
    set(this: object, prototype: object) {
      Object.setPrototypeOf(this, prototype);
    },
  });
  const folder = await keptFolder(HOME, unpack);
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf'), XDG_CACHE_HOME: folder };
  const env = { ...process.env, ...fonts } as { [name: string]: string };
  for (let left = 10; ; left--) {
    try {
      return await chromium.launch({ executablePath: join(folder, 'chromium'), args: ARGUMENTS, env });
    } catch (thrown) {
      // A child of another thread, begun while the program was unpacked, holds it as a file that is written, until it is its own.
      if (left === 0 || !reasonOf(thrown).includes('ETXTBSY')) throw thrown;
      await sleep(systemClock, 200);
    }
  }
}

/** Unpacks into this folder; the package knows no other than the one for temporary files, and looks it up when called. */
async function unpack(folder: string): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  const unpacked = packed.executablePath();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await unpacked;
  await nodeDisk().replace(join(folder, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${FONTS}</fontconfig>\n`);
}

/** A page that is being looked at. */
export interface Viewed {
  readonly page: Page;
  /** What it did amiss so far: errors, breaches of its content security policy, words with other hosts, dialogs of scripts. */
  readonly amiss: readonly string[];
  close(): Promise<void>;
}

export type ViewOptions = BrowserContextOptions & {
  /** Complaints of the console that belong to what is tried. */
  readonly expected?: RegExp;
};

/** Opens an address in a context of its own. */
export async function view(browser: Browser, address: string, options: ViewOptions = {}): Promise<Viewed> {
  const { expected, ...how } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...how });
  const page = await context.newPage();
  const amiss: string[] = [];
  const { host } = new URL(address);
  page.on('console', (said) => {
    if (said.type() !== 'error' && said.type() !== 'warning') return;
    if (expected?.test(said.text()) !== true) amiss.push(`console: ${said.text()}`);
  });
  page.on('pageerror', (error) => amiss.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    amiss.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.host !== host) amiss.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, amiss, close: () => context.close() };
}
