import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { LeagueEvent } from '../league/events.ts';
import { AT, decision, folded, ids, opening, running, seedOf } from '../testing/rehearsal.ts';
import { type PublicSource, publicWords } from './public_league.ts';
import { matchesPage, publicPlayer } from './public_match.ts';

/** The first round decided, the second open. */
function secondRound(players: number, change: (details: JsonObject) => JsonObject = (same) => same) {
  const events: LeagueEvent[] = running({ players });
  const decided = [...folded(events).matches.values()].map((match) => {
    const event = decision(match, { winner: match.pairing.seats[1] });
    const details = change(event.result.details) as typeof event.result.details;
    return { ...event, result: { ...event.result, details } };
  });
  return folded([
    ...events,
    ...decided,
    { type: 'round_closed', at: AT, round_id: 1 },
    opening(ids('P', players), 1, 2),
  ]);
}

const idsIn = (page: JsonObject) => (page['matches'] as readonly JsonObject[]).map(({ match_id }) => match_id);

describe('get_matches', () => {
  test('tells of decided matches alone, with the seed, and of one match whatever its state', () => {
    const league = secondRound(4);
    expect(idsIn(matchesPage(league, {}))).toEqual(['R1M1', 'R1M2']);
    expect(idsIn(matchesPage(league, { player_id: 'P01' }))).toEqual(['R1M1']);
    expect(matchesPage(league, {})).toMatchObject({ matches: [{ draw_seed: seedOf('R1M1') }, {}], next_cursor: null });
    expect(matchesPage(league, { match_id: 'R2M1' })).toMatchObject({ matches: [{ status: 'RUNNING' }] });
    expect(matchesPage(league, { match_id: 'R3M1' })).toMatchObject({ matches: [{ status: 'SCHEDULED' }] });
    expect(idsIn(matchesPage(league, { match_id: 'R9M9' }))).toEqual([]);
    expect(idsIn(matchesPage(league, { player_id: 'P99' }))).toEqual([]);
  });

  test('hides the seed of an open match, how a strategy failed, and the model it asked', () => {
    const model_use = { model: 'tiny-1', requests: 1, tokens_in: 7, tokens_out: 1, latency_ms: 9 };
    const models = [{ player_id: 'P01', model: 'tiny-1', moves: 1 }];
    const timeline = [{ player_id: 'P01', guarded: 'it threw', model_use }];
    const guarded = { guarded: { P01: 1 }, models, timeline };
    const league = secondRound(4, (details) => ({ ...details, ...guarded }));
    const seen = [{}, { match_id: 'R1M1' }, { match_id: 'R2M1' }].map((asked) => matchesPage(league, asked));
    expect(JSON.stringify(seen)).not.toContain('guarded');
    expect(JSON.stringify(seen)).not.toContain('tiny-1');
    expect(JSON.stringify(seen)).not.toContain(seedOf('R2M1'));
    expect(seen[1]).toMatchObject({ matches: [{ result: { details: { timeline: [{ player_id: 'P01' }] } } }] });
  });

  test.each([
    ['connect ECONNREFUSED 10.1.2.3:8101', 'connect ECONNREFUSED (its address)'],
    ['connect EHOSTUNREACH ::1:8101', 'connect EHOSTUNREACH (its address)'],
    ['getaddrinfo ENOTFOUND laptop.example', 'getaddrinfo ENOTFOUND (its address)'],
    ['nothing at http://laptop.example:8101/mcp?code=abc came back', 'nothing at (its address) came back'],
    ['[fd00::1]:8101 hung up', '(its address) hung up'],
    ['it chose 7 of 1.5', 'it chose 7 of 1.5'],
  ])('tells why a player could not be reached, and not where it lives: %s', (detail, told) => {
    const faults = [{ player_id: 'P01', cause: 'unreachable', evidence: { detail, attempts: [{ detail }] } }];
    const fault = { code: 'E009', sentence: `P01 could not be reached: ${detail}` };
    const reason = `P01 could not be reached: ${detail}`;
    const change = (details: JsonObject): JsonObject => ({
      ...{ ...details, faults, reason },
      timeline: [{ player_id: 'P01', fault }],
    });
    const league = secondRound(4, change);
    const [page, one] = [matchesPage(league, {}), matchesPage(league, { match_id: 'R1M1' })];
    for (const seen of [page, one]) {
      const expected = change({});
      const text = JSON.stringify(expected).replaceAll(JSON.stringify(detail).slice(1, -1), told);
      expect((seen['matches'] as JsonObject[])[0]).toMatchObject({ result: { details: JSON.parse(text) } });
    }
    const player = publicPlayer({ league, rows: () => [] } as unknown as PublicSource, 'P01');
    expect(player?.['newest_matches']).toMatchObject([{ reason: `P01 could not be reached: ${told}` }]);
  });

  test('tells a sentence that may hold the words of a player by its beginning', () => {
    const detail = `it said conversation_id "talk-7" with 550e8400-e29b-41d4-a716-44 ${'much '.repeat(1_000)}`;
    const faults = [{ player_id: 'P01', cause: 'bad_answer', evidence: { detail } }];
    const timeline = [{ player_id: 'P01', fault: { code: 'E002', sentence: detail } }];
    const league = secondRound(4, (details) => ({ ...details, faults, timeline, reason: detail }));
    const told = expect.stringMatching(/^it said conversation_id "\[secret\]" with \[secret\] [much ]{50,160}$/);
    const [match] = matchesPage(league, {})['matches'] as JsonObject[];
    expect(match).toMatchObject({
      result: {
        details: { reason: told, faults: [{ evidence: { detail: told } }], timeline: [{ fault: { sentence: told } }] },
      },
    });
    const player = publicPlayer({ league, rows: () => [] } as unknown as PublicSource, 'P01');
    expect(player?.['newest_matches']).toMatchObject([{ reason: told }]);
  });

  test('leaves a name as its agent chose it, whatever it looks like', () => {
    const row = { display_name: 'Bot 1.2.3.4', reason: 'ECONNREFUSED 10.1.2.3:8101' };
    expect(publicWords([row])).toEqual([{ ...row, reason: 'ECONNREFUSED (its address)' }]);
  });

  test('tells which rules were broken, and not with which words', () => {
    const violations = [{ player_id: 'P01', kind: 'schema' as const, example: 'it said too much', count: 2 }];
    const league = secondRound(4, (details) => ({ ...details, violations, messages: { P01: 7 } }));
    for (const asked of [{}, { match_id: 'R1M1' }]) {
      const seen = matchesPage(league, asked);
      expect(JSON.stringify(seen)).not.toContain('too much');
      const told = { violations: [{ player_id: 'P01', kind: 'schema', count: 2 }], messages: { P01: 7 } };
      expect(seen).toMatchObject({ matches: expect.arrayContaining([expect.objectContaining({ match_id: 'R1M1' })]) });
      expect((seen['matches'] as JsonObject[])[0]).toMatchObject({ result: { details: told } });
    }
  });

  test.each([
    ['by number', { limit: 3 }, ''],
    ['by length', {}, 'x'.repeat(90_000)],
  ])('is paged %s, and nothing is left out', (_, asked, note) => {
    const league = secondRound(20, (details) => ({ ...details, note }));
    const found: unknown[] = [];
    let pages = 0;
    for (let cursor: string | null = '0'; cursor !== null; pages++) {
      const page: JsonObject = matchesPage(league, { ...asked, cursor });
      expect(JSON.stringify(page).length).toBeLessThan(400_000);
      found.push(...idsIn(page));
      cursor = page['next_cursor'] as string | null;
    }
    expect(pages).toBe(4);
    expect(found).toEqual(Array.from({ length: 10 }, (__, i) => `R1M${i + 1}`));
  });
});
