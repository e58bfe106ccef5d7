/**
 * The non-responsibilities of spec 002 (sections 2.4, 3.4, 4.4, 5.4), held against a whole league that was overheard.
 */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromHex, sha256 } from '../../SHARED/core/hash.ts';
import type { JsonObject } from '../../SHARED/core/json.ts';
import { chanceStream } from '../../SHARED/core/random.ts';
import { fakeClock } from '../../SHARED/testing/fake_clock.ts';
import { checkLayers, checkVocabulary } from '../../SHARED/tools/gates/layers.ts';
import { importsOf, readSources } from '../../SHARED/tools/gates/sources.ts';
import { rehearsal } from '../player/testing/rehearsal.ts';
import { GAME_RESULT } from '../player/testing/rehearsal_script.ts';
import { type Word, witnessedLeague } from './testing/witnessed_league.ts';

let league: Awaited<ReturnType<typeof witnessedLeague>>;
beforeAll(async () => {
  league = await witnessedLeague();
});

const isPlayer = (id: string) => league.players.includes(id);
const isReferee = (id: string) => league.referees.some((referee) => referee === id);
const requests = (of: (word: Word) => boolean) => league.words.filter((word) => !word.isAnswer && of(word));
/** A look is answered by anybody to anybody, and carries no message. */
const isLook = ({ message }: Word) => message['message_type'] === undefined;
const typesOf = (words: readonly Word[]) => [...new Set(words.map(({ type }) => type))].toSorted();
const saidBy = (who: (id: string) => boolean, to: (id: string) => boolean) =>
  typesOf(requests((word) => who(word.from) && to(word.to) && !isLook(word)));
const isManager = (id: string) => id === 'LM01';
const orders = () => requests(({ type }) => type === 'RUN_MATCH');

describe('the manager', () => {
  test('tells players of rounds, of the end and of their own failures, and nothing else', () => {
    expect(saidBy(isManager, isPlayer)).toEqual([
      ...['LEAGUE_COMPLETED', 'LEAGUE_ERROR', 'LEAGUE_STANDINGS_UPDATE'],
      ...['ROUND_ANNOUNCEMENT', 'ROUND_COMPLETED', 'SHUTDOWN_COMMAND'],
    ]);
  });

  test('tells referees which match to run besides', () => {
    const forAll = saidBy(isManager, isPlayer);
    expect(saidBy(isManager, isReferee).filter((type) => !forAll.includes(type))).toEqual(['RUN_MATCH']);
  });

  test('says nothing to the players of a match while it is played, however long one of them is silent', () => {
    const spans = orders().map(({ message }) => {
      const [first, last] = ['RUN_MATCH', 'MATCH_RESULT_REPORT'].map((type) =>
        league.words.findIndex((word) => word.type === type && word.message['match_id'] === message['match_id']),
      );
      const seats = [message['player_a'], message['player_b']];
      return league.words.slice(first, last).filter((word) => word.from === 'LM01' && seats.includes(word.to));
    });
    expect(spans).toHaveLength(6);
    expect(spans.flat().filter((word) => !word.isAnswer && !isLook(word))).toEqual([]);
    expect(requests(({ type }) => type === 'GAME_ERROR').length).toBeGreaterThan(0);
  });

  test('writes the files of its league and its logs, and no transcript of any match', () => {
    const written = new Set(league.touches.filter(({ by, how }) => by === 'LM01' && how === 'writes').map(path));
    expect([...written].filter((one) => !/^\/(data\/leagues\/|logs\/(agents\/LM01|league\/))/.test(one))).toEqual([]);
    const kept = [...league.files].filter(([name]) => written.has(name));
    expect(kept.length).toBeGreaterThan(4);
    expect(kept.filter(([, text]) => text.includes('transcript')).map(([name]) => name)).toEqual([]);
    expect([...league.files.values()].some((text) => text.includes('"transcript"'))).toBe(true);
  });
});

const path = (touch: { readonly path: string }) => touch.path;

describe('a referee', () => {
  const mine = (id: string) =>
    orders()
      .filter(({ to }) => to === id)
      .map(({ message }) => message['match_id'] as string);

  test('says nothing to the manager but who it is and how its matches ended', () => {
    const said = requests((word) => isReferee(word.from) && isManager(word.to) && !isLook(word));
    // The query shows the new token once, so that nobody else can ask for another.
    expect(typesOf(said)).toEqual(['LEAGUE_QUERY', 'MATCH_RESULT_REPORT', 'REFEREE_REGISTER_REQUEST']);
    expect(said.filter(({ type }) => type === 'LEAGUE_QUERY')).toHaveLength(league.referees.length);
  });

  test('speaks of the matches it was ordered to run and of no other', () => {
    for (const id of league.referees) {
      const about = new Set(requests((word) => word.from === id && isPlayer(word.to)).map((word) => matchIn(word)));
      expect([...about].toSorted()).toEqual(mine(id).toSorted());
    }
  });

  test('writes the records of its own matches, its outbox, its credentials and its log, and nothing else', () => {
    for (const id of league.referees) {
      const records = mine(id).map((match) => `/data/matches/league_2025_even_odd/${match}.json`);
      // It looks which matches have a file, and whether an earlier run kept any in segments.
      const own = new RegExp(
        `^/(data/matches/[^/]+(/segments)?$|data/referees/${id}/|logs/(agents/${id}|league/[^/]+/referee_${id})\\.log)`,
      );
      const touched = league.touches.filter(({ by }) => by === id).map(path);
      expect(touched.filter((one) => !records.includes(one) && !own.test(one))).toEqual([]);
      expect(touched).toEqual(expect.arrayContaining(records));
    }
  });
});

const matchIn = ({ message }: Word) => message['match_id'] as string;

describe('a player', () => {
  test('speaks to the manager alone, to register and to ask', () => {
    const said = requests((word) => isPlayer(word.from));
    expect(said.filter(({ to }) => !isManager(to))).toEqual([]);
    expect(typesOf(said.filter((word) => !isLook(word)))).toEqual(['LEAGUE_QUERY', 'LEAGUE_REGISTER_REQUEST']);
  });

  test('reads and writes its own files alone', () => {
    for (const id of league.players) {
      const own = new RegExp(`^/(data/players/${id}/|logs/agents/${id}\\.log)`);
      const touched = league.touches.filter(({ by }) => by === id).map(path);
      expect(touched.length).toBeGreaterThan(0);
      expect(touched.filter((one) => !own.test(one))).toEqual([]);
    }
  });

  test('hears of the choice of its opponent when the match is over, and not before', () => {
    const over = new Set<string>();
    const early: Word[] = [];
    for (const word of league.words) {
      if (word.type === 'MATCH_RESULT_REPORT' && !word.isAnswer) over.add(matchIn(word));
      const tells = JSON.stringify(word.message).includes('"choices"');
      if (tells && isPlayer(word.to) && word.type === 'GAME_OVER' && !over.has(matchIn(word))) early.push(word);
      if (tells && isPlayer(word.to) && word.type !== 'GAME_OVER' && word.type !== 'ROUND_COMPLETED') early.push(word);
    }
    expect(over.size).toBe(6);
    expect(early).toEqual([]);
  });

  test('takes the result as its referee tells it, whatever it might think of it', async () => {
    const stage = rehearsal(fakeClock());
    await stage.started();
    await stage.announce();
    await stage.invite();
    await stage.call();
    // By the rules P01, who said even to an even number, has won.
    const game_result = { ...GAME_RESULT, winner_player_id: 'P02', score: { P01: 0, P02: 3 } };
    await stage.over({ game_result });
    await stage.clock.advance(1_000);
    expect(stage.history().matches).toMatchObject([{ match_id: 'R1M1', result: 'LOSS' }]);
  });
});

describe('everybody', () => {
  test('nobody but a referee invites a player, asks it for a move, tells it of an error or of the end of a match', () => {
    const words = ['GAME_INVITATION', 'CHOOSE_PARITY_CALL', 'GAME_ERROR', 'GAME_OVER'];
    expect(saidBy(isReferee, isPlayer)).toEqual(words.toSorted());
    expect(requests(({ type, from, to }) => words.includes(type) && !(isReferee(from) && isPlayer(to)))).toEqual([]);
  });

  test('a choice goes to the referee that asked for it, and to nobody else', () => {
    const choices = league.words.filter(({ type }) => type === 'CHOOSE_PARITY_RESPONSE');
    expect(choices.length).toBeGreaterThan(6);
    expect(choices.filter(({ from, to }) => !(isPlayer(from) && isReferee(to)))).toEqual([]);
  });

  test('rounds, orders, standings and the end come from the manager alone', () => {
    const words = ['ROUND_ANNOUNCEMENT', 'RUN_MATCH', 'LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED', 'LEAGUE_COMPLETED'];
    const said = requests(({ type }) => words.includes(type));
    expect(typesOf(said)).toEqual(words.toSorted());
    expect(said.filter(({ from }) => !isManager(from))).toEqual([]);
  });

  test('registers itself and nobody else', () => {
    const applied = requests(({ type }) => type.endsWith('_REGISTER_REQUEST')).map(({ from, message }) => {
      const meta = (message['player_meta'] ?? message['referee_meta']) as JsonObject;
      return [from, meta['player_id'] ?? meta['referee_id'], meta['contact_endpoint']];
    });
    const all = [...league.referees, ...league.players];
    expect(applied).toEqual(all.map((id) => [id, id, `memory:${id}`]));
  });

  test('writes data and logs, and never the configuration', () => {
    const written = league.touches.filter(({ how }) => how === 'writes');
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter((touch) => !/^\/(data|logs)\//.test(touch.path))).toEqual([]);
  });

  test('draws no number: each follows from the seed that the manager had committed to', () => {
    const announced = requests(({ type }) => type === 'ROUND_ANNOUNCEMENT').flatMap(
      ({ message }) => message['matches'] as readonly JsonObject[],
    );
    const overs = requests(({ type }) => type === 'GAME_OVER');
    expect(overs).toHaveLength(12);
    for (const { message } of overs) {
      const { match_id, draw_seed, game_result } = message as { match_id: string; draw_seed: string } & JsonObject;
      const commitment = announced.find((match) => match['match_id'] === match_id)?.['draw_commitment'];
      expect(sha256(fromHex(draw_seed), match_id)).toBe(commitment);
      const drawn = (game_result as JsonObject)['drawn_number'];
      if (drawn !== null) expect(drawn).toBe(1 + Math.floor(10 * chanceStream(draw_seed)()));
    }
    expect(overs.some(({ message }) => (message['game_result'] as JsonObject)['drawn_number'] !== null)).toBe(true);
  });
});

describe('the sources', () => {
  const sources = readSources(fileURLToPath(new URL('../../', import.meta.url)));
  const CLIENT = 'SHARED/league_sdk/spec/mcp_client.ts';
  const ROLE = 'agents/league_manager/';

  test('the agents and what they share import only what their layers may', () => {
    const { problems, importsChecked } = checkLayers(sources);
    const { problems: planted } = checkLayers([{ path: `${ROLE}league.ts`, text: "import '../player/guard.ts';" }]);
    expect(planted).toHaveLength(1);
    expect(problems.filter(({ path: file }) => !file.startsWith('agents/launcher/'))).toEqual([]);
    expect(Math.min(...importsChecked.values())).toBeGreaterThan(0);
  });

  test('league, referee and library say no word of any game', () => {
    const spoken = [{ path: `${ROLE}league.ts`, text: 'const parity = 1;' }];
    expect(checkVocabulary(spoken)).toHaveLength(1);
    expect(checkVocabulary(sources)).toEqual([]);
  });

  test('the client imports wires and messages, and nothing of files, leagues, games or strategies', () => {
    const client = sources.find(({ path: file }) => file === CLIENT);
    const imported = client === undefined ? [] : importsOf(client).map(({ target }) => target);
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((target) => /agents\/|games\/|disk|ledger|repositor|config|logger/.test(target))).toEqual(
      [],
    );
  });
});
