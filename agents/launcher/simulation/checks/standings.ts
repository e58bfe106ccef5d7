/** I2: the standings are what the stored results add up to, on disk and in every message. */
import type { JsonObject } from '../../../../SHARED/league_sdk/core/json.ts';
import { dataPaths } from '../../../../SHARED/league_sdk/paths.ts';
import { apply, newLeague, tableOf } from '../../../league_manager/state.ts';
import { agentIn } from '../trace.ts';
import { broken, type Check, messagesIn, type Violation } from './evidence.ts';

interface Row {
  readonly player_id: string;
  readonly points: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly games_played?: number;
}

export const standings: Check = ({ ledger, events, files, config, ended }) => {
  /** Points and matches after each round, added up here and not by the code that is checked. */
  const after = new Map<number, ReadonlyMap<string, Sum>>();
  const sums = new Map<string, Sum>();
  const league = newLeague();
  for (const { event } of ledger) {
    apply(league, event);
    if (event.type === 'league_started') for (const id of event.players) sums.set(id, { points: 0, played: 0 });
    if (event.type === 'match_decided') {
      for (const [id, points] of Object.entries(event.result.score)) {
        const before = sums.get(id) ?? { points: 0, played: 0 };
        sums.set(id, { points: before.points + points, played: before.played + 1 });
      }
    }
    if (event.type === 'round_closed') after.set(event.round_id, new Map(sums));
  }
  const told = new Set<number>();
  for (const event of events) {
    if (
      event.kind !== 'sent' ||
      agentIn(event.life) !== 'LM01' ||
      !event.text.includes('"message_type":"LEAGUE_STANDINGS_UPDATE"')
    )
      continue;
    const round = Number(/"round_id":(\d+)/.exec(event.text)?.[1]);
    // The same round is told to everybody in the same words; once for each is enough.
    if (told.has(round)) continue;
    told.add(round);
    const update = messagesIn(event.text).find(
      (message) => message['message_type'] === 'LEAGUE_STANDINGS_UPDATE',
    ) as JsonObject;
    const wrong = difference(
      update['standings'] as unknown as readonly Row[],
      after.get(round),
      `the update of round ${round}`,
    );
    if (wrong !== undefined) return wrong;
  }
  if (!ended) return undefined;
  const text = files.get('LM01')?.get(dataPaths('/data').standings(config.league_id));
  if (text === undefined) return broken('I2', 'there is no standings.json');
  const rows = (JSON.parse(text) as { readonly standings: readonly Row[] }).standings;
  const wrong = difference(rows, sums, 'standings.json');
  if (wrong !== undefined) return wrong;
  const order = tableOf(league).map((row) => row.player_id);
  if (rows.map((row) => row.player_id).join() !== order.join())
    return broken('I2', `standings.json is not in the order of the ledger: ${order.join()}`);
  return undefined;
};

interface Sum {
  readonly points: number;
  readonly played: number;
}

function difference(
  rows: readonly Row[],
  sums: ReadonlyMap<string, Sum> | undefined,
  where: string,
): Violation | undefined {
  if (sums === undefined) return broken('I2', `${where} is of a round that was not closed`);
  if (rows.length !== sums.size) return broken('I2', `${where} has ${rows.length} rows for ${sums.size} players`);
  for (const row of rows) {
    const { points, played } = sums.get(row.player_id) ?? { points: Number.NaN, played: 0 };
    const counted = row.wins + row.draws + row.losses;
    if (row.points !== points || counted !== played)
      return broken(
        'I2',
        `${where} gives ${row.player_id} ${row.points} points in ${counted} matches; its results make ${points} in ${played}`,
      );
  }
  return undefined;
}
