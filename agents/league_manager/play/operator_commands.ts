/** The operator's word on agents and on the course of a league: each command is carried out once, however often it comes. */
import { type Refusal, refusal } from '../../../SHARED/contracts/errors.ts';
import type { Message } from '../../../SHARED/contracts/index.ts';
import type { Judge } from '../../../SHARED/contracts/messages/result.ts';
import { timestamp } from '../../../SHARED/core/clock.ts';
import { didYouMean } from '../../../SHARED/core/did_you_mean.ts';
import { err, ok, type Result } from '../../../SHARED/core/result.ts';
import type { AgentRemoved } from '../league/events.ts';
import { type Agent, agentsOf, exclusionOf } from '../league/state.ts';
import type { LeagueTools } from '../league_tools.ts';
import type { Directory } from '../registration/directory.ts';
import type { Dispatcher } from './dispatcher.ts';
import { forfeitOf, wouldCount } from './forfeits.ts';

export interface OperatorCommandsOptions extends LeagueTools {
  readonly judge: Judge;
  readonly directory: Directory;
  readonly dispatcher: Pick<Dispatcher, 'goOn' | 'refereeIsOut'>;
}

type Done = Promise<Result<void, Refusal>>;

export type OperatorCommands = ReturnType<typeof makeOperatorCommands>;

/** The commands of one league; the change of a command is durable when it resolves. */
export function makeOperatorCommands(options: OperatorCommandsOptions) {
  const { league, clock, commit, log, judge, directory, dispatcher } = options;

  /** The open matches of a player, each to be forfeited once it is known why. */
  function openMatches(agent_id: string) {
    return (league.matchesOf.get(agent_id) ?? [])
      .filter((match_id) => league.matches.get(match_id)?.decided === undefined)
      .map((match_id) => () => forfeitOf(league, judge, match_id, timestamp(clock)));
  }

  /** Takes an agent out for good: its open matches are forfeited, a referee's go to others. */
  async function remove({ id, role }: Agent, reason: string, by: AgentRemoved['by']): Promise<void> {
    const counted = wouldCount(league, id);
    const at = timestamp(clock);
    const written = commit({ type: 'agent_removed', at, agent_id: id, reason, by, counted }, ...openMatches(id));
    // Its name is free before that is durable, and only ever for an agent that comes after it.
    if (league.phase === 'WAITING_FOR_REGISTRATIONS') directory.leave(id, by);
    await written;
    log('AGENT_REMOVED', { agent_id: id, reason, by, counted });
    if (role === 'referee') dispatcher.refereeIsOut(id);
  }

  async function suspend({ id, role }: Agent, reason: string): Promise<void> {
    await commit({ type: 'agent_suspended', at: timestamp(clock), agent_id: id, reason }, ...openMatches(id));
    log('AGENT_SUSPENDED', { ...(role === 'player' ? { player_id: id } : { referee_id: id }), reason });
    if (role === 'referee') dispatcher.refereeIsOut(id);
  }

  async function readmit({ id }: Agent, reason: string, endpoint: string | undefined): Promise<void> {
    const grant = endpoint === undefined ? {} : { endpoint };
    await commit({ type: 'agent_readmitted', at: timestamp(clock), agent_id: id, reason, ...grant });
    log('AGENT_READMITTED', { agent_id: id, reason, ...grant });
  }

  async function commandAgent({ agent_id, action, reason, endpoint }: Message<'AGENT_COMMAND'>): Done {
    const agent = league.agents.get(agent_id);
    if (agent === undefined) return err(refusal('E005', unknown(agent_id)));
    if (action === 'remove' && agent.removed !== undefined) return ok(undefined);
    if (league.phase === 'LEAGUE_COMPLETE') return err(refusal('E007', 'the league is complete, and its table stays'));
    if (agent.removed !== undefined)
      return err(refusal('E007', `${agent_id} was ${exclusionOf(league, agent_id)}; a removal is for good`));
    if (endpoint !== undefined && action !== 'readmit')
      return err(refusal('E002', 'an endpoint is given to an agent that is readmitted'));
    const isSuspended = agent.suspended !== undefined;
    if (action === 'readmit' && agent.state === 'SHUTDOWN' && !isSuspended)
      return err(refusal('E007', `${agent_id} was given up ${silence(agent)}, and that is for good`));
    if (action === 'remove') await remove(agent, reason, 'operator');
    else if (action === 'suspend' && !isSuspended) await suspend(agent, reason);
    else if (action === 'readmit' && (isSuspended || agent.state === 'SUSPENDED' || agent.granted !== endpoint))
      await readmit(agent, reason, endpoint);
    return ok(undefined);
  }

  function silence({ failures }: Agent): string {
    return `after ${failures} matches in a row without an answer`;
  }

  function unknown(agent_id: string): string {
    const meant = didYouMean(
      agent_id,
      [...agentsOf(league, 'player'), ...agentsOf(league, 'referee')].map(({ id }) => id),
    );
    return `no agent ${agent_id} is in this league${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  }

  async function commandPause({ action, reason = 'the operator said so' }: Message<'PAUSE_COMMAND'>): Done {
    if (league.phase === 'LEAGUE_COMPLETE') return err(refusal('E007', 'the league is complete'));
    if (action === 'unpause') return ok(await unpause());
    if (league.paused !== undefined) return ok(undefined);
    await commit({ type: 'league_paused', at: timestamp(clock), reason });
    log('LEAGUE_PAUSED', { reason });
    return ok(undefined);
  }

  /** Goes on after a pause, whether the operator or a fault of ours brought it about. */
  async function unpause(): Promise<void> {
    dispatcher.goOn();
    if (league.paused === undefined) return;
    await commit({ type: 'league_unpaused', at: timestamp(clock) });
    log('LEAGUE_UNPAUSED', {});
  }

  return { commandAgent, commandPause, unpause, remove };
}
