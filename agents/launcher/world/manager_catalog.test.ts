import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../../SHARED/core/result.ts';
import { memoryDisk } from '../../../SHARED/league_sdk/disk/memory_disk.ts';
import type { Catalog, Prompt, Tool } from '../../../SHARED/league_sdk/mcp/catalog.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import { changeFeed } from '../../league_manager/public/change_feed.ts';
import { stage } from '../../league_manager/testing/rehearsal_stage.ts';
import { besiegedLeague, MATCH } from '../../trials/testing/bearers.ts';
import type { CapturedLeague } from '../../trials/testing/captured_league.ts';
import { secretsOf } from '../../trials/testing/captured_secrets.ts';
import { INSIDES } from '../../trials/testing/leak_scan.ts';
import { ManagerCatalog } from './manager_catalog.ts';
import { catalogOf } from './mcp_catalogs.ts';

const unheard = async () => undefined;

describe('a manager in the middle of its second round', () => {
  let league: CapturedLeague;
  let catalog: Catalog;
  beforeAll(async () => {
    league = await besiegedLeague();
    const { clock, disk, manager } = league;
    const shown = new ManagerCatalog({ disk, data: '/data' });
    shown.show(manager, changeFeed({ ...manager, clock }));
    catalog = catalogOf('league_manager', manager.answer, shown.parts(manager.answer));
  });
  afterAll(() => league.close());

  /** Everything a stranger can read: each resource, of each family every value, each prompt about everything. */
  async function everything(): Promise<ReadonlyMap<string, string>> {
    const { list, families, read } = catalog.resources as NonNullable<Catalog['resources']>;
    const uris = families.flatMap(({ uriTemplate, complete }) =>
      complete('').map((value) => uriTemplate.replace(/\{.*\}/, value)),
    );
    const texts = new Map<string, string>();
    for (const uri of [...list().map((resource) => resource.uri), ...uris]) texts.set(uri, String(await read(uri)));
    const abouts = ['R1M1', 'R1M2', 'R2M1', 'R2M2', 'R3M1'].flatMap((match_id) =>
      ['P01', 'P02', 'P03', 'P04'].map((player_id) => ({ match_id, player_id, opponent_id: 'P01', round_id: '2' })),
    );
    for (const { name, write } of catalog.prompts as readonly Prompt[])
      for (const about of abouts) texts.set(`${name} ${JSON.stringify(about)}`, await write(about));
    return texts;
  }

  test('shows no token, no ticket and no seed of an undecided match to whoever reads it all', async () => {
    const { matches } = league.manager.league;
    const isTold = (match_id: string | undefined) => matches.get(match_id ?? '')?.decided !== undefined;
    const secrets = secretsOf(league).all.filter(({ kind, match_id }) => kind !== 'seed' || !isTold(match_id));
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThan(5);
    const texts = await everything();
    expect(texts.size).toBeGreaterThan(90);
    for (const [name, text] of texts) {
      for (const { kind, text: secret } of secrets) expect(text.includes(secret), `${kind} in ${name}`).toBe(false);
      expect(text, name).not.toMatch(INSIDES);
    }
  });

  test('shows no choice of a match before both have chosen', async () => {
    const text = String(await catalog.resources?.read(`league://matches/${MATCH}`));
    expect(JSON.parse(text)).toMatchObject({ status: 'RUNNING', winner: null });
    expect(text).not.toMatch(/"even"|"odd"|choice/);
  });

  test('shows of a decided match what its referee recorded, and the seed', async () => {
    const match = JSON.parse(String(await catalog.resources?.read('league://matches/R1M1')));
    expect(match).toMatchObject({ status: 'DECIDED', record: { match_id: 'R1M1', transcript: expect.anything() } });
    expect(match.draw_seed).toBe(league.manager.league.matches.get('R1M1')?.seed);
  });

  test('shows no record that is not the one that was reported', async () => {
    const path = '/data/matches/league_2025_even_odd/R1M2.json';
    const genuine = (await league.disk.read(path)) as string;
    for (const [forged, why] of [
      [genuine.replace('"FINISHED"', '"DRAWING_NUMBER"'), 'not what was reported'],
      ['{ "match_id": ', 'damaged'],
    ] as const) {
      await league.disk.replace(path, forged);
      const match = JSON.parse(String(await catalog.resources?.read('league://matches/R1M2')));
      expect(match).toMatchObject({ record: null, record_missing: expect.stringContaining(why), status: 'DECIDED' });
    }
    await league.disk.replace(path, genuine);
  });
});

describe('a face', () => {
  const world = () => ({ disk: memoryDisk(), data: '/data' });

  test('has tools that are not the manager’s own beside them, and tells a model how to play by them', async () => {
    const join: Tool = {
      ...{
        name: 'join_league',
        title: 'Join',
        description: 'Takes a seat.',
        input: { type: 'object' },
        readOnly: false,
      },
      run: async () => ({ data: {} }),
    };
    const shown = new ManagerCatalog({ ...world(), moreTools: () => [join], moreInstructions: 'Call join_league.' });
    const { tools, prompts } = catalogOf('league_manager', unheard, shown.parts(unheard));
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_standings', 'join_league']));
    expect(prompts?.[0]?.name).toBe('play_league');
  });

  test('that is looked at before its manager has started shows nothing yet, and tells of changes from then on', async () => {
    const clock = fakeClock();
    const shown = new ManagerCatalog(world());
    const { resources, prompts } = shown.parts(unheard);
    expect([resources?.list(), resources?.families]).toEqual([[], []]);
    await expect(prompts?.[0]?.write({})).rejects.toThrow('not started');
    const told: string[] = [];
    resources?.onChange((uri) => void told.push(uri));
    resources?.onChange((uri) => void told.push(`${uri} to nobody`))();
    const reading = resources?.read('league://standings');

    const on = stage({ clock, judge, plays: () => undefined });
    const manager = unwrap(await on.start());
    shown.show(manager, changeFeed({ ...manager, clock }));
    expect(String(await reading)).toContain('The league has not started.');
    expect(resources?.list()).toHaveLength(5);
    await on.assemble(['P01'], []);
    await clock.advance(1_000);
    expect(told.sort()).toEqual(['league://standings', 'league://status']);
    await manager.stop('the test is over');
  });
});
