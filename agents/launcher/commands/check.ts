/** `league check`: holds one player to the protocol before a league does. */
import { resolve } from 'node:path';
import { systemClock } from '../../../SHARED/core/clock.ts';
import { nodeDisk } from '../../../SHARED/league_sdk/disk/node_disk.ts';
import { playsElsewhere } from '../../checker/judges.ts';
import { type CheckReport, checkText, junitText, verdictOn } from '../../checker/report.ts';
import { judgeSteps } from '../../checker/steps.ts';
import type { Evidence } from '../../checker/watch.ts';
import type { Flags } from '../options.ts';
import { printable } from '../output/columns.ts';
import { interruptible } from '../processes/interruption.ts';
import { AT_RANDOM, runCheck, subjectIn } from '../processes/run_check.ts';

const MATCHES = 50;

/** 0 when no step failed, else 1. */
export async function checkCommand(flags: Flags): Promise<number> {
  const subject = subjectIn(flags, flags.operand('URL'));
  const matches = flags.number('matches', 1, 1_000) ?? MATCHES;
  const isJson = flags.has('json');
  const began = systemClock.monotonic();
  const evidence = await interruptible((interruption) =>
    runCheck({
      flags,
      subject,
      sparring: [{ name: 'Sparring partner', strategy: AT_RANDOM }],
      meetings: matches,
      interruption,
      tell: (line) => void process.stderr.write(`${printable(line)}\n`),
    }),
  );
  const steps = judgeSteps(evidence);
  const report: CheckReport = {
    subject: subject.text,
    dialect: evidence.dialect,
    game_type: evidence.game_type,
    steps,
    verdict: verdictOn(steps),
    tookMs: Math.round(systemClock.monotonic() - began),
    notes: notesOn(evidence),
  };
  const junit = flags.text('junit');
  if (junit !== undefined) {
    const disk = nodeDisk();
    await disk.replace(resolve(junit), junitText(report));
    await disk.close();
  }
  process.stdout.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : checkText(report, printable));
  return report.verdict.isFine ? 0 : 1;
}

function notesOn(evidence: Evidence): readonly string[] {
  if (evidence.registered !== undefined) return [];
  return playsElsewhere(evidence)
    ? ['It has not registered here: it plays for another manager, and what needs a registration was not tried.']
    : ['It has not registered here.'];
}
