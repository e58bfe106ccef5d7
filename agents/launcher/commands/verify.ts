/** `league verify`: replays a league from its ledger and says whether everything written of it is true. */
import { isId } from '../../../SHARED/core/ids.ts';
import { type Audited, audit } from '../../league_manager/audit/audit.ts';
import { Mistake, usage } from '../mistake.ts';
import type { Flags } from '../options.ts';
import { counted } from '../output/text.ts';
import { placesOf, systemEffects } from '../world/installation.ts';
import { judge } from '../world/judge.ts';
import { leagueIdIn } from '../world/league_setup.ts';

/** Ends with 0 when all is as it was played, with 1 and the first difference when not. */
export async function verifyCommand(flags: Flags): Promise<number> {
  const { disk } = systemEffects('agent');
  const { data } = placesOf(flags);
  const league_id = leagueIdIn(flags);
  if (!isId(league_id)) throw usage(`--league takes the id of a league, not "${league_id}"`);
  const audited = await audit({ disk, data, league_id, judge });
  if (audited === undefined)
    throw usage(`there is no ledger of ${league_id} in ${data}; name another with --data or --league`);
  if (flags.has('json')) {
    const answer = audited.ok
      ? { verified: true, ...audited.value }
      : { verified: false, first_difference: audited.error };
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return audited.ok ? 0 : 1;
  }
  if (!audited.ok) throw new Mistake(`first difference: ${audited.error.where}: ${audited.error.what}`);
  process.stdout.write(report(audited.value));
  return 0;
}

function report({ events, course, recomputed, onTrust, records, views, notes }: Audited): string {
  const rows = [
    ['Ledger', `${counted(events, 'event')}, each tied to the one before; ${STAGES[course]}`],
    ['Results', `${counted(recomputed, 'result')} recomputed from moves and seed, ${onTrust} taken on trust`],
    ['Records', `${counted(records, 'match file')} as reported, each with the seed that was promised`],
    ['Views', `${counted(views, 'file')} as the ledger says`],
    ...notes.map((note) => ['Note', note] as const),
  ];
  return `${rows.map(([name, text]) => `${(name as string).padEnd(10)} ${text}`).join('\n')}\nAll is as it was played.\n`;
}

const STAGES = {
  WAITING_FOR_REGISTRATIONS: 'not started',
  RUNNING_LEAGUE: 'not over yet',
  LEAGUE_COMPLETE: 'over',
} as const;
