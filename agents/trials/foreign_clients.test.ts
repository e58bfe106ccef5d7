/** Clients of MCP that are not the official library play leagues to their end, each with a model that has its tools alone. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StandingsFile } from '../../SHARED/contracts/files/league_data.ts';
import { leaguePlayer, type ModelServer, modelServer, OVER } from '../../SHARED/testing/model_server.ts';
import { FOREIGN_CLIENTS, startClient } from './testing/foreign_clients.ts';
import { LEAGUE, matchesIn, openHall } from './testing/hall.ts';
import { OwnStage } from './testing/own_stage.ts';
import { type Program, ran, until } from './testing/rehearsal.ts';

const stage = new OwnStage();
const ALL = Object.keys(FOREIGN_CLIENTS);

/** Resolves when the models of all clients have read their seat_token; rejects as soon as a client has ended without. */
async function allSeated(clients: readonly Program[], { requests }: ModelServer): Promise<void> {
  const isSeated = ({ messages }: ModelServer['requests'][number]) =>
    messages.some(({ text }) => text.includes('seat_'));
  await until('all clients to have joined', () => {
    for (const client of clients) expect(client.code(), client.out() + client.err()).toBeUndefined();
    return new Set(requests.filter(isSeated).map(({ model }) => model)).size === clients.length || undefined;
  });
}

test.each([
  ['even_odd', ALL],
  ['connect_four', ['AI SDK', 'LangChain']],
])('a league of %s is played to its end by %j', async (game_type, names) => {
  const model = await modelServer(leaguePlayer());
  const hall = await openHall(stage.folder, { [`leagues/${LEAGUE}.json`]: { game_type } });
  try {
    await hall.ours('referee', 'REF01');
    const { manager } = hall;
    const { baseUrl } = model;
    const clients = names.map((name) => stage.own(startClient({ name, manager, baseUrl }, stage.folder)));
    await allSeated(clients, model);
    const playing = hall.play();
    await Promise.all(
      clients.map(async (client) => {
        const code = await client.ended();
        expect({ code, out: client.out() }, client.err()).toEqual({ code: 0, out: `${OVER}\n` });
      }),
    );
    const codes = await playing;
    expect(codes).toEqual(codes.map(() => 0));
    const matches = await matchesIn(hall);
    expect(matches).toHaveLength((names.length * (names.length - 1)) / 2);
    expect(matches.map(({ termination }) => termination)).toEqual(matches.map(() => 'normal'));
    const { standings } = await hall.file<StandingsFile>(`leagues/${LEAGUE}/standings.json`);
    expect(standings.map(({ display_name }) => display_name).sort()).toEqual([...names].sort());
    expect(await ran('verify', '--data', join(stage.folder, 'data'))).toMatchObject({ code: 0 });
  } finally {
    await hall.close();
    await model.close();
  }
});
