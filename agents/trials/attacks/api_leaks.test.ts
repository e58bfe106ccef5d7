/** Leaks by the read-only API: every document of a league is read, and holds nothing that is not for everybody. */
import { expect, test } from 'vitest';
import { ROUTES } from '../../../SHARED/contracts/api/routes.ts';
import { pickKnown } from '../../../SHARED/contracts/read.ts';
import type { Json, JsonObject } from '../../../SHARED/core/json.ts';
import { type ChangeFeed, changeFeed } from '../../league_manager/public/change_feed.ts';
import { type DocumentName, documentsOf } from '../../web/documents/documents.ts';
import { eventsPage } from '../../web/event_stream.ts';
import type { ShownLeague } from '../../web/web.ts';
import { type CapturedLeague, captureLeague, type Letter, PLAYERS, stallingFrom } from '../testing/captured_league.ts';
import { type Secret, secretsOf } from '../testing/captured_secrets.ts';
import { INSIDES } from '../testing/leak_scan.ts';

/** Spelled like no word of ours, so that it is found wherever it is written. */
const STRANGE = 'zebra-zebra';
const LONG = STRANGE.repeat(100);
/** More of a reply than is shown to everybody. */
const TOO_MUCH = STRANGE.repeat(200 / STRANGE.length + 1);

/** Every document of a league, and its events as the feed has them, as anybody reads them. */
async function everyDocument(
  { manager, disk, clock }: CapturedLeague,
  feed: ChangeFeed,
): Promise<ReadonlyMap<string, string>> {
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
  const events = eventsPage(feed, { after: 0, limit: 1_000 });
  expect(pickKnown(ROUTES.events.answer, events as unknown as Json)).toEqual(events);
  expect(events.rows.length).toBeGreaterThan(0);
  return read.set('events', JSON.stringify(events));
}

/** An error instead of an answer, in words of the player's own. */
function refusing(reply: string, message: string): string {
  const { result: _, ...envelope } = JSON.parse(reply) as JsonObject;
  return JSON.stringify({ ...envelope, error: { code: -32_000, message } });
}

/** The secrets of the newest question to a player. */
function secretsAsked(letters: readonly Letter[], player_id: string): string {
  const asked = letters.findLast(({ to, text }) => to === player_id && text.includes('"tkt_'))?.text ?? '';
  const found = asked.match(/"(auth_token|conversation_id)":"[^"]+"/g) ?? [];
  return found.join();
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
  const feed = changeFeed({ ...league.manager, clock: league.clock });
  await league.begin();
  await league.until(() => league.manager.league.rounds.size === 2);
  await league.clock.advance(2_000);
  const open = [...league.manager.league.matches.values()].flatMap(({ pairing, decided }) =>
    decided === undefined ? [pairing.match_id] : [],
  );
  expect(open.length).toBeGreaterThan(0);
  const early = await everyDocument(league, feed);
  expect(leaks(league, early)).toEqual([]);
  for (const match_id of open) {
    const text = early.get(`match ${match_id}`) ?? '';
    expect(text).toContain('"seed":null');
    expect(text).not.toMatch(/"even"|"odd"|zebra/);
  }
  await league.end();
  const late = await everyDocument(league, feed);
  expect(leaks(league, late)).toEqual([]);
  expect([...late.values()].join()).toContain(STRANGE);
  // They are told once decided, so that they would have been found before.
  expect(late.get(`match ${open[0]}`)).toMatch(/"seed":"[0-9a-f]{64}"/);
  await league.close();
});

test('a player that tells its secrets in an error tells them to its referee alone', async () => {
  let letters: readonly Letter[] = [];
  const lips = {
    P02: (reply: string) => (reply.includes('_choice') ? refusing(reply, secretsAsked(letters, 'P02')) : reply),
    P03: (reply: string) => (reply.includes('_choice') ? refusing(reply, LONG) : reply),
  };
  const league = await captureLeague({ lips });
  letters = league.letters;
  const feed = changeFeed({ ...league.manager, clock: league.clock });
  await league.begin();
  await league.end();
  const documents = await everyDocument(league, feed);
  expect(secretsAsked(letters, 'P02')).toMatch(/conversation_id.*auth_token/);
  expect(documents.get('player P02')).toContain('it answered with an error: ');
  expect(documents.get('player P03')).toContain(`it answered with an error: ${STRANGE}`);
  expect(leaks(league, documents)).toEqual([]);
  await league.close();
});
