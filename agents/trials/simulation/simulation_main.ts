/** A thread of `npm run simulate`: plays the seeds it is given, one after the other. */
import { answerAll, threadData } from '../../launcher/processes/threads.ts';
import { type Outcome, type SimulationOptions, simulate } from './simulate.ts';

const options = threadData<Omit<SimulationOptions, 'seed'>>();

answerAll(async (seeds: readonly number[]): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) {
    const { events: _events, files: _files, ...outcome } = await simulate({ ...options, seed });
    outcomes.push(outcome);
    // The rest of the seeds would not be looked at.
    if (outcome.violation !== undefined) break;
  }
  return outcomes;
});
