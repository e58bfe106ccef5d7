/** `league match` and `league player-report`: what happened, told from a league that runs or was played. */
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { err } from '../../../SHARED/core/result.ts';
import type { ToldMatch } from '../../league_manager/public/public_match.ts';
import { storyOf } from '../../league_manager/public/story_of_match.ts';
import { playerStory } from '../../league_manager/public/story_of_player.ts';
import type { Row } from '../../league_manager/tournament/standings.ts';
import { type Flags, usage } from '../options.ts';
import { storyText } from '../output/match_story.ts';
import { playerText } from '../output/player_story.ts';
import { counted, print } from '../output/text.ts';
import { columnsOf } from '../processes/follow_run.ts';
import { type LeagueSource, leagueSource } from '../world/league_source.ts';

export async function matchCommand(flags: Flags): Promise<number> {
  const match_id = flags.operand('MATCH').toUpperCase();
  const source = await leagueSource(flags);
  const match = await source.match(match_id);
  if (match === undefined) throw usage(await noMatch(source, match_id));
  const record = match.result === undefined ? err('') : await source.record(match);
  const story = storyOf(match, record, namesIn(await source.standings()));
  return print(flags, story, storyText(story, columnsOf(flags)));
}

/** Why there is no such match, with the way to those that are. */
async function noMatch(source: LeagueSource, match_id: string): Promise<string> {
  const { total_rounds, total_matches } = await source.status();
  const size = Number(total_matches ?? 0);
  const there =
    size === 0
      ? 'it has not started'
      : `it has ${counted(Number(total_rounds), 'round')} and ${counted(size, 'match')}, such as R1M1`;
  return `there is no match "${match_id}" in ${source.league_id}: ${there}`;
}

export async function playerReportCommand(flags: Flags): Promise<number> {
  const source = await leagueSource(flags);
  const rows = await source.standings();
  const player = playerIn(rows, flags.operand('PLAYER'), source.league_id);
  const decided: ToldMatch[] = [];
  for await (const match of source.decided(player.player_id)) decided.push(match);
  const story = playerStory(player, decided, namesIn(rows));
  return print(flags, story, playerText(story, rows.length, columnsOf(flags)));
}

/** A player by its id, else by its name; capitals do not matter. */
function playerIn(rows: readonly Row[], word: string, league_id: string): Row {
  const like = (text: string) => text.toLowerCase() === word.toLowerCase();
  const found = rows.find(({ player_id }) => like(player_id)) ?? rows.find(({ display_name }) => like(display_name));
  if (found !== undefined) return found;
  const meant = didYouMean(word, [...rows.map((row) => row.player_id), ...rows.map((row) => row.display_name)]);
  const hint =
    meant === undefined
      ? `it has ${rows.length === 0 ? 'no player' : `${rows[0]?.player_id} and others; npx league standings shows them`}`
      : `did you mean ${meant}?`;
  throw usage(`nobody called "${word}" plays in ${league_id}; ${hint}`);
}

function namesIn(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ player_id, display_name }) => [player_id, display_name]));
}
