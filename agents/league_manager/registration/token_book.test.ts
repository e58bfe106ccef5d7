import { describe, expect, test } from 'vitest';
import type { Contract, Envelope } from '../../../SHARED/contracts/contract.ts';
import { CONTRACTS } from '../../../SHARED/contracts/index.ts';
import { sha256 } from '../../../SHARED/core/hash.ts';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Identity } from '../../../SHARED/league_sdk/messaging/serve.ts';
import { type Agent, apply } from '../league/state.ts';
import { AT, folded, OPERATOR_TOKEN, registration, tokenOf, tokens, waiting } from '../testing/rehearsal.ts';
import { tokenBook } from './tokens.ts';

/** Every request that the manager answers: a new one is in here by itself. */
const REQUESTS = Object.values(CONTRACTS as { readonly [type: string]: Contract }).filter(
  ({ head }) => head.method !== undefined && head.to.includes('league_manager'),
);
const isRegistration = ({ head }: Contract) => head.chapter === 'registration';
const contract = (type: keyof typeof CONTRACTS): Contract => CONTRACTS[type];

const league = folded(waiting(2, 1));
const book = tokenBook(league, OPERATOR_TOKEN);

function recognise(of: Contract, said: { readonly [field: string]: string } = {}) {
  return book.recognise(of, { ...of.example, sender: 'somebody', ...said } as unknown as Envelope & JsonObject);
}

const PLAYER: Identity = { party: 'player', id: 'P01' };
const REFEREE: Identity = { party: 'referee', id: 'REF01' };
const OPERATOR: Identity = { party: 'operator', id: 'operator' };
const NOBODY: Identity = { party: 'nobody', id: 'unknown' };

test('the matrix below looks at all eight requests', () => {
  expect(REQUESTS.map(({ head }) => head.type).toSorted()).toEqual([
    'AGENT_COMMAND',
    'LEAGUE_QUERY',
    'LEAGUE_REGISTER_REQUEST',
    'MATCH_RESULT_REPORT',
    'PAUSE_COMMAND',
    'REFEREE_REGISTER_REQUEST',
    'SHUTDOWN_COMMAND',
    'START_LEAGUE',
  ]);
});

describe.each(REQUESTS.map((of) => [of.head.type, of] as const))('%s', (_, of) => {
  test('without a token is E011, unless somebody registers', () => {
    expect(recognise(of)).toMatchObject(
      isRegistration(of) ? { ok: true, value: { identity: NOBODY } } : { ok: false, error: { code: 'E011' } },
    );
  });

  test.each([
    ['garbage', 'xyzzy'],
    ['the hash of a token', sha256(tokenOf('P01'))],
    ['a ticket', tokens.ticket('P01', 'R1M1', 1)],
    ['the token of a manager', tokens.manager('P01')],
    ['nothing at all', ''],
  ])('with %s for a token is E012, unless somebody registers', (_what, auth_token) => {
    expect(recognise(of, { auth_token })).toMatchObject(
      isRegistration(of) ? { ok: true, value: { identity: NOBODY } } : { ok: false, error: { code: 'E012' } },
    );
  });

  test.each([
    ['a player', tokenOf('P01'), PLAYER],
    ['a referee', tokenOf('REF01'), REFEREE],
    ['the operator', OPERATOR_TOKEN, OPERATOR],
  ])('with the token of %s is its own, or E006 where that is not for it', (_who, auth_token, identity) => {
    const may = isRegistration(of) || of.head.from.some((party) => party === identity.party);
    expect(recognise(of, { auth_token })).toMatchObject(
      may ? { ok: true, value: { identity } } : { ok: false, error: { code: 'E006' } },
    );
  });

  test.each([
    ['player:P02'],
    ['player_P02'],
    ['P02'],
    ['referee:REF01'],
    ['referee:P01'],
    ['REF01'],
    ['league_manager'],
    ['LM01'],
    ['launcher'],
  ])('with the token of a player who calls itself %s is E012, unless it registers', (sender) => {
    expect(recognise(of, { auth_token: tokenOf('P01'), sender })).toMatchObject(
      isRegistration(of) ? { ok: true, value: { identity: PLAYER } } : { ok: false, error: { code: 'E012' } },
    );
  });

  test('with a player_id in it that is not that of the token is E012', () => {
    expect(recognise(of, { auth_token: tokenOf('P01'), player_id: 'P02' })).toMatchObject({
      ok: false,
      error: { code: 'E012' },
    });
    expect(recognise(of, { auth_token: tokenOf('REF01'), referee_id: 'REF02' })).toMatchObject({
      ok: false,
      error: { code: 'E012' },
    });
  });
});

test.each(['player:P01', 'player_P01', 'P01', 'somebody', 'Player:P02', ''])('P01 may call itself %j', (sender) => {
  const said = { auth_token: tokenOf('P01'), sender, player_id: 'P01' };
  expect(recognise(contract('LEAGUE_QUERY'), said)).toMatchObject({ ok: true, value: { identity: PLAYER } });
});

describe('a token', () => {
  const query = contract('LEAGUE_QUERY');
  const confirmed = { type: 'token_confirmed', at: AT, agent_id: 'P01' } as const;
  const second = registration('P01', { token_sha256: sha256(tokenOf('P01', 2)) });
  const bookAfter = (...events: readonly Parameters<typeof folded>[0][number][]) => {
    const later = folded([...waiting(2, 1), ...events]);
    const opened = tokenBook(later, OPERATOR_TOKEN);
    return (auth_token: string) =>
      opened.recognise(query, { ...query.example, sender: 'x', auth_token } as unknown as Envelope & JsonObject);
  };

  test('that is used for the first time is said to be', () => {
    expect(bookAfter()(tokenOf('P01'))).toMatchObject({ value: { firstUse: { id: 'P01' } } });
    expect(bookAfter(confirmed)(tokenOf('P01'))).toMatchObject({ value: { firstUse: undefined } });
    expect(bookAfter()(OPERATOR_TOKEN)).toMatchObject({ value: { firstUse: undefined } });
  });

  test('stays good until the next one is used, and using it is no use of the next', () => {
    const ask = bookAfter(confirmed, second);
    expect(ask(tokenOf('P01', 1))).toMatchObject({ value: { identity: PLAYER, firstUse: undefined } });
    expect(ask(tokenOf('P01', 2))).toMatchObject({ value: { identity: PLAYER, firstUse: { id: 'P01' } } });
    expect(bookAfter(confirmed, second, confirmed)(tokenOf('P01', 1))).toMatchObject({ error: { code: 'E012' } });
  });

  test('that was never used dies with the next', () => {
    expect(bookAfter(second)(tokenOf('P01', 1))).toMatchObject({ error: { code: 'E012' } });
    expect(bookAfter(second)(tokenOf('P01', 2))).toMatchObject({ value: { identity: PLAYER } });
  });

  test('of somebody who came after the book was opened is known once it is remembered', () => {
    const later = folded(waiting(2, 1));
    const opened = tokenBook(later, OPERATOR_TOKEN);
    const { agents } = folded([...waiting(2, 1), registration('P03')]);
    const newcomer = agents.get('P03') as Agent;
    later.agents.set('P03', newcomer);
    const message = { ...query.example, sender: 'x', auth_token: tokenOf('P03') } as unknown as Envelope & JsonObject;
    expect(opened.recognise(query, message)).toMatchObject({ error: { code: 'E012' } });
    opened.remember(newcomer);
    expect(opened.recognise(query, message)).toMatchObject({ value: { identity: { party: 'player', id: 'P03' } } });
  });

  test('of an agent that registers again and again takes the place of those before it', () => {
    const later = folded(waiting(2, 1));
    const opened = tokenBook(later, OPERATOR_TOKEN);
    for (let generation = 2; generation <= 100; generation++) {
      apply(later, registration('P01', { token_sha256: sha256(tokenOf('P01', generation)) }));
      if (generation % 2 === 0) apply(later, confirmed);
      opened.remember(later.agents.get('P01') as Agent);
      expect(opened.size).toBeLessThanOrEqual(later.agents.size + 1);
    }
    const said = { ...query.example, sender: 'x' } as unknown as Envelope & JsonObject;
    expect(opened.recognise(query, { ...said, auth_token: tokenOf('P01', 100) })).toMatchObject({ ok: true });
    expect(opened.recognise(query, { ...said, auth_token: tokenOf('P01', 98) })).toMatchObject({ ok: false });
  });
});

describe('a day after the end of a league', () => {
  const DAY_MS = 86_400_000;
  const ended = folded([...waiting(2, 1), { type: 'league_closed', at: AT, champion: null }]);
  const asked = (of: Contract, auth_token: string, afterMs: number, ofLeague = ended) => {
    const now = () => new Date(Date.parse(AT) + afterMs);
    const opened = tokenBook(ofLeague, OPERATOR_TOKEN, { tokenTtlMs: DAY_MS, now });
    return opened.recognise(of, { ...of.example, sender: 'x', auth_token } as unknown as Envelope & JsonObject);
  };

  test.each(['P01', 'P02', 'REF01'])('the token of %s is E012, and not before', (id) => {
    const query = contract('LEAGUE_QUERY');
    expect(asked(query, tokenOf(id), DAY_MS)).toMatchObject({ ok: true });
    expect(asked(query, tokenOf(id), DAY_MS + 1)).toMatchObject({ error: { code: 'E012' } });
  });

  test('whoever registers with one is nobody', () => {
    const registers = contract('LEAGUE_REGISTER_REQUEST');
    expect(asked(registers, tokenOf('P01'), DAY_MS)).toMatchObject({ value: { identity: PLAYER } });
    expect(asked(registers, tokenOf('P01'), DAY_MS + 1)).toMatchObject({ value: { identity: NOBODY } });
  });

  test('the operator is still the operator', () => {
    expect(asked(contract('START_LEAGUE'), OPERATOR_TOKEN, 100 * DAY_MS)).toMatchObject({
      value: { identity: OPERATOR },
    });
  });

  test('a league that goes on has no end to count from', () => {
    const goingOn = folded(waiting(2, 1));
    expect(asked(contract('LEAGUE_QUERY'), tokenOf('P01'), 100 * DAY_MS, goingOn)).toMatchObject({ ok: true });
  });
});
