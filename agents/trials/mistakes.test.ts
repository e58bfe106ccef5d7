/**
 * Mistakes that authors of players make, each made once at a table of its own over HTTP: the result, the match file, the
 * log of the referee and GAME_ERROR all tell it by the same true sentence, and what does no harm is taken.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoundsFile } from '../../SHARED/contracts/files/league_data.ts';
import type { MatchRecord } from '../../SHARED/contracts/files/match.ts';
import { faultSentence } from '../../SHARED/contracts/messages/result.ts';
import { sleep, systemClock } from '../../SHARED/core/clock.ts';
import type { Json, JsonObject } from '../../SHARED/core/json.ts';
import { type Door, overHttp } from '../../SHARED/testing/foreign_http.ts';
import {
  chooses,
  type ForeignPlayer,
  foreignPlayer,
  HANG_UP,
  registration,
  type Says,
} from '../../SHARED/testing/foreign_player.ts';
import { resultsText } from '../launcher/output/text.ts';
import { type Hall, LEAGUE, openHall, type PlayedMatch } from './testing/hall.ts';

/** The limits, in place of three seconds. */
const LIMIT_SEC = 0.6;
const JOIN_SEC = 1.5;
/**
 * More than twice the limit, since a referee that stood still gives that time once again; less than three attempts take,
 * after which a late answer is not heard any more.
 */
const LATE_MS = 1_300;

/** A mistake in an answer, and what is told of it. */
interface Mistake {
  readonly says?: Says;
  /** What the call is answered with, other than 200. */
  readonly status?: number;
  /** The call is taken, and its connection closed. */
  readonly throws?: true;
  /** Nobody listens where it said. */
  readonly elsewhere?: true;
  /** Absent where it does no harm. */
  readonly told?: { readonly cause: string; readonly code: string; readonly why: RegExp };
}

const misspelt = ({ parity_choice, ...answer }: JsonObject): JsonObject => ({
  ...answer,
  parityChoice: parity_choice as Json,
});
const answered = (call: JsonObject, id?: Json): string =>
  JSON.stringify({ jsonrpc: '2.0', result: chooses(call, 'odd'), ...(id === undefined ? {} : { id }) });

const MISTAKES: { readonly [mistake: string]: Mistake } = {
  'a field parityChoice': {
    says: (call) => misspelt(chooses(call, 'even')),
    told: {
      cause: 'bad_answer',
      code: 'E003',
      why: /^gave no usable answer: the answer has no field parity_choice \(it has parityChoice: did you mean parity_choice\?\)$/,
    },
  },
  'a field choice': { says: ({ match_id }) => ({ match_id: match_id ?? null, choice: 'even' }) },
  'a late answer': {
    says: async (call) => {
      await sleep(systemClock, LATE_MS);
      return chooses(call, 'even');
    },
    told: {
      cause: 'timeout',
      code: 'E001',
      why: /^did not answer in time: .* when its 0\.6 s were over; its answer to an earlier attempt came \d+ ms late$/,
    },
  },
  'another conversation_id': {
    says: (call) => ({ ...chooses(call, 'even'), conversation_id: 'mine' }),
    told: {
      cause: 'bad_answer',
      code: 'E002',
      why: /^gave no usable answer: the conversation_id of the answer is not the one of the question$/,
    },
  },
  'a process that dies': {
    says: () => HANG_UP,
    told: { cause: 'unreachable', code: 'E009', why: /^could not be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/ },
  },
  'an exception in the handler': {
    throws: true,
    told: {
      cause: 'bad_answer',
      code: 'E009',
      why: /^gave no usable answer: it closed the connection without an answer$/,
    },
  },
  'HTML with status 500': {
    status: 500,
    says: () => '<html>\n<h1>Internal Server Error</h1>',
    told: {
      cause: 'bad_answer',
      code: 'E002',
      why: /^gave no usable answer: HTTP 500: <html> <h1>Internal Server Error<\/h1>$/,
    },
  },
  'HTML with status 200': {
    says: () => '<html><h1>It works</h1>',
    told: {
      cause: 'bad_answer',
      code: 'E002',
      why: /^gave no usable answer: the reply is not JSON: <html><h1>It works<\/h1>$/,
    },
  },
  'a wrong port in the endpoint': {
    elsewhere: true,
    told: { cause: 'unreachable', code: 'E009', why: /^could not be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+$/ },
  },
  'league.v3 in an answer': { says: (call) => ({ ...chooses(call, 'even'), protocol: 'league.v3' }) },
  'no JSON-RPC id': {
    says: (call) => answered(call),
  },
  'another JSON-RPC id': {
    says: (call) => answered(call, 999_999),
  },
  'a choice with a capital': { says: (call) => chooses(call, 'Even') },
  'a choice of 3': {
    says: (call) => chooses(call, 3),
    told: {
      cause: 'invalid_choice',
      code: 'E004',
      why: /^made no valid choice: the choice 3 is not one of: even, odd$/,
    },
  },
  'a local time in an answer': {
    says: (call) => ({ ...chooses(call, 'even'), timestamp: '2025-01-15T12:00:00+02:00' }),
  },
};

/** In the only round P01 meets P02, and every player from P03 on meets another from the end of the list. */
const FIRST_SEAT = 3;
const idOf = (n: number) => `P${String(n).padStart(2, '0')}`;
const names = Object.keys(MISTAKES);
const PLAYERS = 2 + 2 * names.length;

let folder: string;
let hall: Hall;
let matches: readonly PlayedMatch[];
let screen: string;
let log: readonly JsonObject[];
/** The replies to registrations with a mistake in them. */
let refused: { readonly [mistake: string]: JsonObject };
const players = new Map<string, ForeignPlayer>();
const doors: Door[] = [];

async function post(params: JsonObject, id: Json = 1): Promise<JsonObject> {
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id });
  const response = await fetch(hall.manager, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await response.json()) as JsonObject;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'league-'));
  hall = await openHall(folder, {
    'leagues/league_2025_even_odd.json': {
      schedule: { algorithm: 'round_robin', max_rounds: 1 },
      timeouts: { game_join_timeout_sec: JOIN_SEC, move_timeout_sec: LIMIT_SEC },
      participants: { min_players: 2, max_players: 100 },
    },
  });
  await hall.ours('referee', 'REF01', '--max-matches', '64');
  for (let n = 1; n <= PLAYERS; n++) {
    const mistake = MISTAKES[names[n - FIRST_SEAT] ?? ''] ?? {};
    const player = foreignPlayer(mistake.says === undefined ? {} : { choose_parity: mistake.says });
    players.set(idOf(n), player);
    const door = await opened(player, mistake);
    doors.push(door);
    const { result } = await post(registration(`Agent ${n}`, door.address, idOf(n)));
    expect(result).toMatchObject({ status: 'ACCEPTED', player_id: idOf(n) });
    if (mistake.elsewhere) await door.close();
  }
  const params = registration('Latecomer', 'http://127.0.0.1:9/mcp', 'P99');
  const meta = params['player_meta'] as JsonObject;
  refused = {
    protocol: await post({ ...params, protocol: 'league.v3' }),
    timestamp: await post({ ...params, timestamp: '2025-01-15T12:00:00+02:00' }),
    version: await post({ ...params, player_meta: { ...meta, protocol_version: '1.0.0' } }),
  };
  expect(await hall.play()).toEqual([0, 0]);
  const rounds = await hall.file<RoundsFile>(`leagues/${LEAGUE}/rounds.json`);
  matches = rounds.rounds.flatMap((round) => round.matches);
  screen = resultsText(rounds);
  log = (await hall.logged()).flatMap((line) => (line === '' ? [] : [JSON.parse(line) as JsonObject]));
}, 180_000);

afterAll(async () => {
  await hall?.close();
  await Promise.all(doors.map((door) => door.close()));
  await rm(folder, { recursive: true, force: true });
});

/** A player at a door of its own; one with a mistake of HTTP itself makes it when it is to choose. */
async function opened(player: ForeignPlayer, { status, throws }: Mistake): Promise<Door> {
  if (status === undefined && throws === undefined) return overHttp(player);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const isCall = text.includes('"choose_parity"');
      const said = await player.answer(text);
      if (isCall && throws) request.socket.destroy();
      else response.writeHead(isCall ? (status ?? 200) : 200).end(typeof said === 'symbol' ? '' : said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('in an answer', () => {
  test.each(Object.entries(MISTAKES).filter(([, { told }]) => told === undefined))('%s does no harm', (mistake) => {
    const id = idOf(names.indexOf(mistake) + FIRST_SEAT);
    const match = matches.find(({ player_a, player_b }) => player_a === id || player_b === id);
    expect(match?.termination, match?.reason).toBe('normal');
    expect(players.get(id)?.told('notify_game_error')).toEqual([]);
  });

  test.each(Object.entries(MISTAKES).filter(([, { told }]) => told !== undefined))(
    '%s is told by one sentence, everywhere and soon',
    async (mistake, { told }) => {
      const { cause, code, why } = told as NonNullable<Mistake['told']>;
      const id = idOf(names.indexOf(mistake) + FIRST_SEAT);
      const match = matches.find(({ player_a, player_b }) => player_a === id || player_b === id) as PlayedMatch;
      expect(match.termination, match.reason).toBe(cause);

      const record = await hall.file<MatchRecord>(`matches/${LEAGUE}/${match.match_id}.json`);
      const [fault] = record.result?.faults ?? [];
      if (fault === undefined) throw new Error(`${match.match_id} has no fault`);
      expect(fault).toMatchObject({ player_id: id, cause, evidence: { error_code: code } });
      const sentence = faultSentence(fault);
      expect(sentence.replace(`${id} `, '')).toMatch(why);

      expect(match.reason).toBe(`${sentence}; ${match.winner} wins.`);
      expect(record.result?.reason).toBe(match.reason);
      expect(screen).toContain(match.reason);
      expect(log).toContainEqual(
        expect.objectContaining({ event_type: 'TECHNICAL_LOSS', player_id: id, cause, reason: sentence }),
      );
      expect(record.result?.timeline?.filter((entry) => entry.player_id === id).at(-1)?.fault).toEqual({
        code,
        sentence,
      });

      const tookMs = Date.parse(record.lifecycle.finished_at ?? '') - Date.parse(record.lifecycle.created_at);
      expect(tookMs).toBeLessThan(10_000);
      // An agent that is gone hears nothing.
      if (cause === 'unreachable') return;
      const errors = players.get(id)?.told('notify_game_error') ?? [];
      expect(errors.map(({ retry_count, retryable }) => [retry_count, retryable])).toEqual([
        [1, true],
        [2, true],
        [3, false],
      ]);
      expect(errors.at(-1)).toMatchObject({ error_code: code, error_description: sentence });
      const over = players.get(id)?.told('notify_match_result')[0]?.['game_result'] as unknown as MatchRecord['result'];
      expect(over).toMatchObject({ reason: match.reason, faults: [fault] });
      const rival = players.get(match.winner ?? '')?.told('notify_match_result')[0]?.['game_result'];
      expect(rival).toMatchObject({ reason: match.reason, faults: [{ player_id: id, cause, evidence: {} }] });
    },
  );
});

describe('at registration', () => {
  test('league.v3 is refused with the protocols that are known', () => {
    const { error } = refused['protocol'] as { readonly error: JsonObject };
    expect(error).toMatchObject({ code: -32602, data: { error_code: 'E018' } });
    expect(JSON.stringify(error)).toContain('protocol must be one of');
  });

  test('a local time is refused with the right form', () => {
    const { error } = refused['timestamp'] as { readonly error: JsonObject };
    expect(error).toMatchObject({ code: -32602, data: { error_code: 'E021' } });
    expect(JSON.stringify(error)).toContain('2025-01-15T10:15:00.000Z');
  });

  test('an old protocol_version is rejected with both numbers', () => {
    expect(refused['version']).toMatchObject({ result: { status: 'REJECTED', error_code: 'E018' } });
    expect(JSON.stringify(refused['version'])).toMatch(/1\.0\.0.*2\.\d|2\.\d.*1\.0\.0/);
  });
});
