/** Foreign referees: what a league takes on trust, and what it marks. */
import { describe, expect, test } from 'vitest';
import { refusal } from '../../../SHARED/contracts/errors.ts';
import { CONTRACTS, type Message } from '../../../SHARED/contracts/index.ts';
import { judge } from '../../../SHARED/testing/shipped_games.ts';
import type { LeagueEvent } from '../league/events.ts';
import { apply } from '../league/state.ts';
import { tokenBook } from '../registration/tokens.ts';
import { folded, running, settingsWith, tokenOf } from '../testing/rehearsal.ts';
import { type Accept, checkReport, readBareReport } from './check_report.ts';

type Reported = Message<'MATCH_RESULT_REPORT'>['result'];

function judged(accept: Accept, result: Reported, league = folded(running({ players: 2 }))) {
  const settings = settingsWith({}, { game_type: 'even_odd', referees: { accept, ids: [] } });
  const { example } = CONTRACTS.MATCH_RESULT_REPORT;
  const { assignment_epoch: _epoch, record_sha256: _hash, ...bare } = example;
  const report = { ...bare, league_id: settings.config.league_id, match_id: 'R1M1', game_type: 'even_odd', result };
  return checkReport(league, { settings, judge }, report as unknown as Message<'MATCH_RESULT_REPORT'>, 'REF01');
}

const bare = (winner: string | null): Reported => ({ winner, details: {} });
const told = (winner: string | null, drawn_number: number, choices: readonly [string, string]): Reported => ({
  winner,
  details: { drawn_number, choices: { P01: choices[0], P02: choices[1] } },
});

describe('a report without its moves', () => {
  test('is refused where results must be verified', () => {
    expect(judged('verified', told('P01', 8, ['even', 'odd']))).toMatchObject({ error: { code: 'E023' } });
  });

  test.each([
    ['P01', 8, ['even', 'odd'], { P01: 3, P02: 0 }],
    ['P02', 7, ['even', 'odd'], { P01: 0, P02: 3 }],
    [null, 7, ['even', 'even'], { P01: 1, P02: 1 }],
  ] as const)('is consistent when %s follows from %i and %j, and is marked', (winner, drawn, choices, score) => {
    const believed = judged('consistent', told(winner, drawn, choices));
    expect(believed).toMatchObject({ ok: true, value: { kind: 'decided', event: { verified: false } } });
    expect(believed).toMatchObject({
      value: { event: { result: { winner, score, details: { drawn_number: drawn } } } },
    });
  });

  test.each([
    ['another winner', told('P02', 8, ['even', 'odd'])],
    ['a draw that was none', told(null, 8, ['even', 'odd'])],
    ['a number that cannot be drawn', told('P01', 12, ['even', 'odd'])],
    ['a choice that does not exist', told('P01', 8, ['even', 'maybe'])],
    ['no choices at all', bare('P01')],
    ['a score of its own', { ...told('P01', 8, ['even', 'odd']), score: { P01: 5, P02: 0 } }],
  ])('is not consistent with %s', (_what, result) => {
    expect(judged('consistent', result)).toMatchObject({ error: { code: 'E023' } });
  });

  test.each([
    ['P01', { P01: 3, P02: 0 }, 'WIN'],
    ['P02', { P01: 0, P02: 3 }, 'WIN'],
    [null, { P01: 1, P02: 1 }, 'DRAW'],
  ] as const)('is trusted to name %s, gets its points by the league, and is marked', (winner, score, status) => {
    const believed = judged('trusted', bare(winner));
    const result = { winner, score, details: { status, termination: 'normal', faults: [], moves: [] } };
    expect(believed).toMatchObject({ ok: true, value: { event: { verified: false, result } } });
  });

  test.each(['consistent', 'trusted'] as const)('is %s as a forfeit of whoever did not win', (accept) => {
    const said = { winner: 'P01', details: { status: 'TECHNICAL_LOSS', termination: 'declined' } } as const;
    const result = {
      winner: 'P01',
      score: { P01: 3, P02: 0 },
      details: { status: 'TECHNICAL_LOSS', termination: 'declined', faults: [{ player_id: 'P02', cause: 'declined' }] },
    };
    expect(judged(accept, said)).toMatchObject({ ok: true, value: { event: { verified: false, result } } });
    const both = { winner: null, details: { status: 'TECHNICAL_LOSS' } } as const;
    const nobody = { winner: null, score: { P01: 1, P02: 1 }, details: { termination: 'timeout' } };
    expect(judged(accept, both)).toMatchObject({ ok: true, value: { event: { result: nobody } } });
  });

  test('keeps no choices of strangers', () => {
    const said = { winner: 'P01', details: { choices: { Mallory: 'even', P01: 'odd' } } };
    const believed = judged('trusted', said);
    expect(believed).toMatchObject({
      value: { event: { result: { details: { choices: { P01: 'odd', P02: null } } } } },
    });
    expect(JSON.stringify(believed)).not.toContain('Mallory');
  });

  test('is not trusted to name a stranger, or nobody at all', () => {
    expect(judged('trusted', bare('P03'))).toMatchObject({ error: { code: 'E023' } });
    expect(judged('trusted', { details: {} })).toMatchObject({ error: { code: 'E023' } });
  });

  test('is acknowledged again, and another one is not', () => {
    const league = folded(running({ players: 2 }));
    const first = judged('trusted', bare('P01'), league);
    if (!first.ok || first.value.kind !== 'decided') throw new Error('not decided');
    apply(league, { ...first.value.event, at: '2025-01-15T10:00:01.000Z' } as LeagueEvent);
    expect(judged('trusted', bare('P01'), league)).toMatchObject({ value: { kind: 'again' } });
    expect(judged('trusted', bare('P02'), league)).toMatchObject({ error: { code: 'E010' } });
  });

  test('says by its faults who forfeited', () => {
    const faults = [{ player_id: 'P02', cause: 'timeout', evidence: {} }] as const;
    const details = {
      drawn_number: null,
      number_parity: null,
      choices: { P01: null, P02: null },
      status: 'TECHNICAL_LOSS',
      termination: 'timeout',
      moves: [],
      faults: [...faults],
    } as const;
    const result = {
      winner: 'P01',
      score: { P01: 3, P02: 0 },
      details: { ...details, moves: [], faults: [...faults] },
    };
    expect(judged('verified', result as unknown as Reported)).toMatchObject({
      ok: true,
      value: { event: { verified: true } },
    });
  });
});

describe('where tokens are not required', () => {
  const league = folded(running({ players: 2, agents: { P01: { dialect: 'flat' }, P02: { dialect: 'rpc' } } }));
  const query = (sender: string) => ({ ...CONTRACTS.LEAGUE_QUERY.example, sender }) as never;
  const recognised = (sender: string, address: string, required: boolean) =>
    tokenBook(league, 'op', { requireTokens: required }).recognise(CONTRACTS.LEAGUE_QUERY, query(sender), address);

  test('a flat agent of this machine is known by its sender', () => {
    expect(recognised('P01', '127.0.0.1', false)).toMatchObject({
      value: { identity: { party: 'player', id: 'P01' } },
    });
    expect(recognised('player:P01', '::1', false)).toMatchObject({ ok: true });
  });

  test.each([
    ['where they are required', 'P01', '127.0.0.1', true],
    ['from another machine', 'P01', '192.0.2.1', false],
    ['who registered with JSON-RPC', 'P02', '127.0.0.1', false],
    ['whom nobody knows', 'P09', '127.0.0.1', false],
  ] as const)('nobody else is: %s', (_why, sender, address, required) => {
    expect(recognised(sender, address, required)).toMatchObject({ error: { code: 'E011' } });
  });

  test('nobody speaks in another role than its own', () => {
    expect(recognised('referee:P01', '127.0.0.1', false)).toMatchObject({ error: { code: 'E012' } });
  });

  test('who ever used its token always needs it', () => {
    const used = folded([
      ...running({ players: 2, agents: { P01: { dialect: 'flat' } } }),
      { type: 'token_confirmed', at: '2025-01-15T10:00:01.000Z', agent_id: 'P01' },
    ]);
    const book = tokenBook(used, 'op', { requireTokens: false });
    expect(book.recognise(CONTRACTS.LEAGUE_QUERY, query('P01'), '127.0.0.1')).toMatchObject({
      error: { code: 'E011' },
    });
    const proved = { ...(query('P01') as object), auth_token: tokenOf('P01') } as never;
    expect(book.recognise(CONTRACTS.LEAGUE_QUERY, proved, '127.0.0.1')).toMatchObject({ ok: true });
  });
});

describe('a report without details', () => {
  const strict = refusal('E003', 'missing required field: result.details');
  const fresh = { timestamp: () => '2025-01-15T12:00:00Z', conversation_id: () => 'c1' };
  const contract = CONTRACTS.MATCH_RESULT_REPORT;
  const words = { ...contract.example, result: { winner: 'P01' } };

  test('is read where referees are trusted, and stays refused elsewhere', () => {
    expect(readBareReport(contract, words, { accept: 'trusted', strict, fresh })).toMatchObject({
      value: { result: { winner: 'P01', details: {} } },
    });
    for (const accept of ['verified', 'consistent'] as const)
      expect(readBareReport(contract, words, { accept, strict, fresh })).toEqual({ ok: false, error: strict });
  });

  test.each([
    ['of another kind', CONTRACTS.LEAGUE_REGISTER_REQUEST, words],
    ['with details that cannot be read', contract, { ...words, result: { winner: 'P01', details: 7 } }],
    ['without a result', contract, { ...words, result: 'P01 won' }],
  ])('is no message %s', (_what, of, said) => {
    expect(readBareReport(of, said, { accept: 'trusted', strict, fresh })).toEqual({ ok: false, error: strict });
  });
});
