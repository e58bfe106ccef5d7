/** Every method of every role, tried with every kind of token, against agents in the middle of a league. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Role } from '../../../SHARED/contracts/contract.ts';
import { CONTRACTS, contractByType } from '../../../SHARED/contracts/index.ts';
import { READ_ONLY } from '../../../SHARED/contracts/read_only.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { POSTED_TYPES } from '../../referee/match/posted_answers.ts';
import { BEARERS, type Bearer, LET_IN, type Row, TABLE } from '../testing/authorisation_table.ts';
import { besiegedLeague, messageTo, RECEIVERS, type Receiver, senderOf, tokensOf } from '../testing/bearers.ts';
import { type CapturedLeague, captureLeague, PLAYERS, REFEREES } from '../testing/captured_league.ts';
import { messagesIn, type Secret, type Secrets, secretsOf } from '../testing/captured_secrets.ts';

let league: CapturedLeague;
let secrets: readonly [Secrets, Secrets];
beforeAll(async () => {
  league = await besiegedLeague();
  const other = await besiegedLeague(2);
  secrets = [secretsOf(league), secretsOf(other)];
  await other.close();
});

const ROLES = Object.keys(TABLE) as Role[];
const CELLS = ROLES.flatMap((role) => TABLE[role].map((row) => ({ role, row, to: RECEIVERS[role] })));

/** Every method a role answers, by what is published. */
function methodsOf(role: Role): readonly string[] {
  const messages = Object.values(CONTRACTS).flatMap(({ head }: Contract) =>
    head.method !== undefined && head.to.includes(role) ? [head.method] : [],
  );
  const looks = Object.values(READ_ONLY).flatMap(({ method, at }) => (at.some((one) => one === role) ? [method] : []));
  return [...messages, ...looks, ...(role === 'referee' ? POSTED_TYPES : [])];
}

const rpcCall = (method: string, params: JsonObject) => JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });

/** Asks with a token; under a name that claims nothing, or under that of the rightful sender. */
async function ask(to: Receiver, method: string, proof: string | undefined, sender?: string): Promise<string> {
  const isPosted = contractByType(method) !== undefined;
  const { conversation_id: _c, ...message } = messageTo(league, to, method);
  const proved = proof === undefined ? {} : { [isPosted ? 'conversation_id' : 'auth_token']: proof };
  const params = { ...message, ...(sender === undefined ? {} : { sender }), ...proved };
  return (await league.post(to, rpcCall(method, params))) ?? '';
}

function codeIn(reply: string): string {
  const [message = {}] = messagesIn(reply);
  const { data = {} } = (message['error'] ?? {}) as { data?: JsonObject };
  return String(message['error_code'] ?? data['error_code'] ?? ((message['error'] ?? null) === null ? LET_IN : reply));
}

/** What there is to change: files, the ledger, and what agents show of themselves. */
async function everything(): Promise<unknown> {
  const shown: string[] = [];
  const looks = { LM01: 'get_status', REF01: 'get_match_state', P01: 'get_player_state' } as const;
  for (const [to, method] of Object.entries(looks)) shown.push(await ask(to as Receiver, method, undefined));
  return { kept: league.kept(), sequence: league.manager.league.sequence, shown };
}

/** Nothing follows from a look or a question, whoever asks. */
const changesNothing = ({ method }: Row) => method in READ_ONLY || method === 'league_query';
/** Cells that let somebody in who then changes something; they come last. */
const isLetIn = (row: Row, bearer: Bearer) =>
  !changesNothing(row) && (bearer === 'own' || row.answers[bearer] === LET_IN);

/** How the rightful sender signs. */
const NAMES = {
  ...{ player: 'player:P01', referee: 'referee:REF01' },
  ...{ league_manager: 'league_manager', operator: 'launcher' },
} as const;
const nameOn = (to: Receiver, method: string) => NAMES[senderOf(to, method)];

/** Under the name of the rightful sender, whoever the manager knows as somebody else is found out first. */
function foundOut({ method, answers }: Row, to: Receiver, bearer: Bearer): string {
  const isAgents = ['another player', 'assigned referee', 'another referee'].includes(bearer);
  const isRightful = bearer === 'assigned referee' && senderOf(to, method) === 'referee';
  if (to !== 'LM01' || !isAgents || isRightful || method.startsWith('register_') || method in READ_ONLY)
    return answers[bearer];
  return 'E012';
}

test.each(ROLES)('every method of a %s has its row', (role) => {
  expect(TABLE[role].map(({ method }) => method).toSorted()).toEqual(methodsOf(role).toSorted());
});

describe.each(CELLS.map((cell) => ({ ...cell, name: `${cell.row.method} at a ${cell.role}` })))('$name', (cell) => {
  const { row, to } = cell;
  const refused = BEARERS.filter((bearer) => !isLetIn(row, bearer));

  test('is answered by whose token it carries, and changes nothing for the wrong ones', async () => {
    const before = await everything();
    for (const bearer of refused) {
      const tokens = tokensOf(bearer, to, row.method, secrets);
      expect(tokens, bearer).not.toEqual([]);
      for (const token of tokens) {
        const what = `with the token of ${bearer}: ${token}`;
        const nameless = await ask(to, row.method, token, 'somebody');
        expect(codeIn(nameless), what).toBe(row.answers[bearer]);
        const named = await ask(to, row.method, token, nameOn(to, row.method));
        expect(codeIn(named), `${what}, in the name of another`).toBe(foundOut(row, to, bearer));
        expect(toldTo(token, nameless + named), `secrets told ${what}`).toEqual([]);
      }
    }
    expect(await everything()).toEqual(before);
  });
});

/** The seed of a decided match is anybody's to check the draw with. */
const isRevealed = ({ kind, match_id = '' }: Secret) =>
  kind === 'seed' && league.manager.league.matches.get(match_id)?.decided !== undefined;

/** The secrets in a reply that are not its reader's, as far as its token says who that is. */
function toldTo(token: string | undefined, reply: string): readonly Secret[] {
  const reader = secrets[0].all.find(({ text }) => text === token)?.owner ?? '';
  return secrets[0].all.filter(
    (secret) =>
      !isRevealed(secret) && secret.text !== token && reply.includes(secret.text) && !secret.knownTo.includes(reader),
  );
}

test('whoever has the rightful token is let in', async () => {
  const last = ({ row, to }: (typeof CELLS)[number]) => Number(row.method === 'shutdown') + 2 * Number(to === 'LM01');
  for (const { row, to } of CELLS.toSorted((a, b) => last(a) - last(b))) {
    if (changesNothing(row)) continue;
    // What other columns let in is the same token by another name.
    const [own] = tokensOf('own', to, row.method, secrets);
    const again = BEARERS.filter((bearer) => isLetIn(row, bearer));
    expect(again.flatMap((bearer) => tokensOf(bearer, to, row.method, secrets)).every((token) => token === own)).toBe(
      true,
    );
    const code = codeIn(await ask(to, row.method, own, nameOn(to, row.method)));
    expect(code, `${row.method} at ${to}`).toBe(row.answers.own);
  }
  expect(league.manager.league.matches.get('R2M1')?.decided?.result.winner).toMatch(/^P0[13]$/);
});

test('a day after the end of the league nobody is known but the operator', async () => {
  const ended = await captureLeague();
  await ended.begin();
  await ended.end();
  const { of } = secretsOf(ended);
  const query = { protocol: 'league.v2', message_type: 'LEAGUE_QUERY', query_type: 'GET_STANDINGS' };
  const codeFor = async (auth_token: string) => {
    const params = { ...query, auth_token };
    return codeIn((await ended.post('LM01', rpcCall('league_query', params))) ?? '');
  };
  const codes = async () => {
    const found: { [id: string]: string } = { operator: await codeFor(ended.operator) };
    for (const id of [...PLAYERS, ...REFEREES]) found[id] = await codeFor(of('auth token', id).at(-1) ?? '');
    return found;
  };
  const all = (code: string) => Object.fromEntries([...PLAYERS, ...REFEREES].map((id) => [id, code]));
  expect(await codes()).toEqual({ ...all(LET_IN), operator: LET_IN });
  await ended.clock.advance(86_400_000);
  expect(await codes()).toEqual({ ...all('E012'), operator: LET_IN });
  await ended.close();
});
