/** The language model of this environment: named by variables, its packages installed at their first use. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import type { ModelPlace } from '../../player/model/ai_sdk.ts';
import { llm } from '../../player/strategies/llm.ts';
import type { Strategy } from '../../player/strategy.ts';
import { usage } from '../options.ts';
import { CODE_EXTENSION, ROOT } from './installation.ts';

type Environment = { readonly [name: string]: string | undefined };

const WANTED =
  'the strategy llm needs a language model: set LEAGUE_MODEL=openai/NAME and OPENAI_API_KEY, LEAGUE_MODEL=anthropic/NAME and ANTHROPIC_API_KEY, or LEAGUE_MODEL=NAME and OPENAI_BASE_URL (any compatible address)';
const NAMED = /^(?:(openai|anthropic|compatible)\/)?(.+)$/;
const OPENAI = /^https:\/\/([\w-]+\.)*openai\.com(\/|$)/;
const NAME_LENGTH = 128;

/** The place of the model that the variables name; a mistake in them is one line, which holds no key. */
export function modelPlace(env: Environment): ModelPlace {
  const said = (name: string) => (env[name]?.trim() === '' ? undefined : env[name]?.trim());
  const wish = said('LEAGUE_MODEL');
  if (wish === undefined) throw usage(WANTED);
  const [, provider = 'compatible', model = ''] = NAMED.exec(wish) ?? [];
  const baseUrl = addressIn(said, 'OPENAI_BASE_URL');
  const isOwn = provider === 'openai' ? OPENAI.test(baseUrl ?? '') : said('ANTHROPIC_BASE_URL') !== undefined;
  // Routers name their models so, and another account would pay.
  if (baseUrl !== undefined && provider !== 'compatible' && !isOwn)
    throw usage(
      `LEAGUE_MODEL=${wish} names ${provider}, and OPENAI_BASE_URL names another address: LEAGUE_MODEL=compatible/${wish} is the model of that name at OPENAI_BASE_URL; unset OPENAI_BASE_URL for ${provider} itself`,
    );
  if (wish.length > NAME_LENGTH) throw usage(`LEAGUE_MODEL is longer than ${NAME_LENGTH} characters`);
  const priced = priceIn(said('LEAGUE_MODEL_PRICE'));
  if (provider === 'anthropic') {
    const key = said('ANTHROPIC_API_KEY');
    if (key === undefined) throw usage(`LEAGUE_MODEL=${wish} needs ANTHROPIC_API_KEY`);
    return { provider, model, name: wish, key, baseUrl: addressIn(said, 'ANTHROPIC_BASE_URL'), ...priced };
  }
  const key = said('OPENAI_API_KEY');
  if (provider === 'openai' && key === undefined) throw usage(`LEAGUE_MODEL=${wish} needs OPENAI_API_KEY`);
  if (provider !== 'openai' && baseUrl === undefined)
    throw usage(
      `LEAGUE_MODEL=${wish} needs OPENAI_BASE_URL, or openai/ or anthropic/ before the name and the key of that provider`,
    );
  return { provider: provider as ModelPlace['provider'], model, name: wish, key, baseUrl, ...priced };
}

function addressIn(said: (name: string) => string | undefined, name: string): string | undefined {
  const text = said(name);
  // A key in an address would be shown with it.
  if (text !== undefined && !/^https?:\/\/[^\s@]+$/.test(text))
    throw usage(`${name} must be an address such as http://localhost:11434/v1`);
  return text;
}

function priceIn(text: string | undefined): Pick<ModelPlace, 'price'> {
  if (text === undefined) return {};
  const [, inward, outward] = /^(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (inward === undefined || outward === undefined)
    throw usage(`LEAGUE_MODEL_PRICE must be two numbers, what a million tokens cost in and out: 0.25,2; not "${text}"`);
  return { price: { in: Number(inward), out: Number(outward) } };
}

/** The strategy `llm` with the model of this environment and the games of this configuration. */
export async function modelStrategy(config: string | undefined): Promise<Strategy> {
  const place = modelPlace(process.env);
  await readyModels();
  const { openModel } = (await import('../../player/model/ai_sdk.ts')) as typeof import('../../player/model/ai_sdk.ts');
  const loader = new ConfigLoader(
    nodeDisk(),
    config ?? process.env['LEAGUE_CONFIG'] ?? resolve(ROOT, 'SHARED', 'config'),
  );
  const registry = await loader.loadGamesRegistry();
  const games = registry.ok ? registry.value.games : [];
  return llm(openModel(place), (type) => games.find(({ game_type }) => game_type === type)?.description);
}

/** The clone, or the package, which is built into a folder of its own. */
const HOME = CODE_EXTENSION === '.ts' ? ROOT : resolve(ROOT, '..');
const PACKAGES = join(ROOT, 'agents', 'player', 'model');

/** Installs the packages that models need where they are not installed yet, and says so; without a network it is one line. */
export async function readyModels(folder = PACKAGES, root = HOME): Promise<void> {
  const disk = nodeDisk();
  const [lock, stamp] = await Promise.all(
    ['package-lock.json', 'node_modules/.ready'].map((name) => disk.read(join(folder, name))),
  );
  if (lock !== undefined && lock === stamp) return;
  const { prepare } = (await import(pathToFileURL(join(HOME, 'SHARED', 'tools', 'prepare.mjs')).href)) as {
    prepare(wish: object): Promise<string | undefined>;
  };
  const parts = [{ name: 'packages for language models', folder, dev: false }];
  const problem = await prepare({ root, node: process.execPath, parts });
  if (problem !== undefined) throw usage(`the packages for language models are not there. ${problem}`);
}
