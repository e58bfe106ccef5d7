/** Leaks by the read-only API: every document of a league is read, and holds nothing that is not for everybody. */
import { expect, test } from 'vitest';
import { ROUTES } from '../../../SHARED/contracts/api/routes.ts';
import { pickKnown } from '../../../SHARED/contracts/read.ts';
import type { Json } from '../../../SHARED/core/json.ts';
import { type DocumentName, documentsOf } from '../../web/documents/documents.ts';
import type { ShownLeague } from '../../web/web.ts';
import { type CapturedLeague, captureLeague, PLAYERS, stallingFrom } from '../testing/captured_league.ts';
import { type Secret, secretsOf } from '../testing/captured_secrets.ts';
import { INSIDES } from '../testing/leak_scan.ts';

/** Spelled like no word of ours, so that it is found wherever it is written. */
const STRANGE = 'zebra-zebra';
const LONG = STRANGE.repeat(100);
/** More of a reply than is shown to everybody. */
const TOO_MUCH = STRANGE.repeat(200 / STRANGE.length + 1);

/** Every document of a league, as anybody reads it. */
async function everyDocument({ manager, disk, clock }: CapturedLeague): Promise<ReadonlyMap<string, string>> {
  const shown: ShownLeague = { ...manager, disk, clock, data: '/data' };
  const documents = documentsOf(shown);
  const read = new Map<string, string>();
  const note = async (name: DocumentName, asked: { readonly match_id?: string; readonly player_id?: string } = {}) => {
    const made = await clock.runUntil(Promise.resolve(documents[name]({ ...asked, query: {} })));
    if (!made.ok) throw new Error(made.error.error);
    expect(pickKnown(ROUTES[name].answer, made.value as Json), name).toEqual(made.value);
    read.set(`${name} ${Object.values(asked).join('')}`, JSON.stringify(made.value));
  };
  for (const name of Object.keys(documents) as DocumentName[])
    if (name !== 'match' && name !== 'player') await note(name);
  for (const match_id of manager.league.matches.keys()) await note('match', { match_id });
  for (const player_id of PLAYERS) await note('player', { player_id });
  return read;
}

/** Where a secret, an address or our insides are to be read; the seed of a decided match is for everybody. */
function leaks(league: CapturedLeague, documents: ReadonlyMap<string, string>): readonly string[] {
  const { matches } = league.manager.league;
  const isTold = ({ kind, match_id = '' }: Secret) => kind === 'seed' && matches.get(match_id)?.decided !== undefined;
  const hidden = secretsOf(league).all.filter((secret) => !isTold(secret));
  expect(hidden.length).toBeGreaterThan(30);
  return [...documents].flatMap(([name, text]) => [
    ...hidden.filter((secret) => text.includes(secret.text)).map(({ kind, owner }) => `${kind} of ${owner} in ${name}`),
    ...(/memory:/.test(text) ? [`an address in ${name}`] : []),
    ...(text.includes(TOO_MUCH) ? [`a raw reply in ${name}`] : []),
    ...(INSIDES.test(text) ? [`our insides in ${name}`] : []),
  ]);
}

test('a league in play and at its end shows no secret, no address and no choice before its time', async () => {
  // P01 has chosen in each open match, and P03 keeps its opponents waiting from the second round on.
  const lips = {
    P04: (reply: string) => reply.replace(/"(even|odd)"/, `"${LONG}","reasoning":"because ${LONG}"`),
    P02: (reply: string) => (reply.includes('_choice') ? JSON.stringify(LONG) : reply),
  };
  const league = await captureLeague({ strategies: { P03: stallingFrom(2) }, lips });
  await league.begin();
  await league.until(() => league.manager.league.rounds.size === 2);
  await league.clock.advance(2_000);
  const open = [...league.manager.league.matches.values()].flatMap(({ pairing, decided }) =>
    decided === undefined ? [pairing.match_id] : [],
  );
  expect(open.length).toBeGreaterThan(0);
  const early = await everyDocument(league);
  expect(leaks(league, early)).toEqual([]);
  for (const match_id of open) {
    const text = early.get(`match ${match_id}`) ?? '';
    expect(text).toContain('"seed":null');
    expect(text).not.toMatch(/"even"|"odd"|zebra/);
  }
  await league.end();
  const late = await everyDocument(league);
  expect(leaks(league, late)).toEqual([]);
  expect([...late.values()].join()).toContain(STRANGE);
  // They are told once decided, so that they would have been found before.
  expect(late.get(`match ${open[0]}`)).toMatch(/"seed":"[0-9a-f]{64}"/);
  await league.close();
});
