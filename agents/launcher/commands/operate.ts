/** `league start | status | standings | schedule | stop`: operating a manager that runs already. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import type { Row } from '../../league_manager/tournament/standings.ts';
import type { Flags } from '../options.ts';
import { type ScheduledMatch, scheduleText, standingsText, statusText } from '../output/text.ts';
import { endpointIn, placesOf, systemEffects } from '../world/installation.ts';
import { type Operator, operatorOf, operatorToken } from '../world/operator.ts';

const DEFAULT_MANAGER = 'http://localhost:8000/mcp';

function connect(flags: Flags): Operator {
  const { transport, disk } = systemEffects('agent');
  const manager = endpointIn(flags.text('manager') ?? DEFAULT_MANAGER, 'manager');
  const operator: Operator = operatorOf(transport, manager, async () => {
    const { league_id } = await operator.look('get_status');
    return operatorToken(flags, disk, placesOf(flags).data, String(league_id));
  });
  return operator;
}

function print(flags: Flags, json: unknown, text: string): number {
  process.stdout.write(flags.has('json') ? `${JSON.stringify(json, null, 2)}\n` : text);
  return 0;
}

export async function startCommand(flags: Flags): Promise<number> {
  const operator = connect(flags);
  const { league_id } = await operator.look('get_status');
  const status = await operator.ask('START_LEAGUE', { league_id: String(league_id) });
  return print(flags, status, statusText(status as unknown as JsonObject));
}

export async function statusCommand(flags: Flags): Promise<number> {
  const status = await connect(flags).look('get_status');
  return print(flags, status, statusText(status));
}

export async function standingsCommand(flags: Flags): Promise<number> {
  const operator = connect(flags);
  const rows: Row[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: JsonObject = await operator.look('get_standings', { limit: 1_000, cursor });
    rows.push(...(page['standings'] as unknown as Row[]));
    cursor = page['next_cursor'] as string | null;
  }
  return print(flags, rows, standingsText(rows));
}

export async function scheduleCommand(flags: Flags): Promise<number> {
  const operator = connect(flags);
  const matches: ScheduledMatch[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const answer = await operator.ask('LEAGUE_QUERY', {
      query_type: 'GET_SCHEDULE',
      query_params: { cursor, limit: 1_000 },
    });
    const data = answer.data as { matches: ScheduledMatch[]; next_cursor: string | null } | null;
    if (data === null)
      return print(flags, answer.error, `${String(answer.error?.['error_description'] ?? 'no schedule yet')}\n`);
    matches.push(...data.matches);
    cursor = data.next_cursor;
  }
  return print(flags, matches, scheduleText(matches));
}

export async function stopCommand(flags: Flags): Promise<number> {
  const answer = await connect(flags).ask('SHUTDOWN_COMMAND', { reason: 'the operator stopped the league' });
  return print(flags, answer, 'The manager ends, and tells its agents to.\n');
}
