/** The shortest messages that are still accepted, and the shortest answer of a role to every request. */
import type { Contract, Role } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { CONTRACTS, contractByType } from '../../contracts/index.ts';
import { merelyAcknowledges } from '../../contracts/read.ts';
import type { JsonObject } from '../../core/json.ts';
import { enveloped } from './examples.ts';
import { markdownTable } from './markdown.ts';
import { changed, pathsIn } from './paths.ts';
import { isTaken, withoutCopies, written } from './reading.ts';

const ALL: readonly Contract[] = Object.values(CONTRACTS);

/** The example of a message without what it can do without. */
export function shortest(contract: Contract, dialect: DialectName): JsonObject {
  const whole = withoutCopies(contract, dialect, written(contract, dialect));
  return pathsIn(whole).reduce((message, path) => {
    const shorter = changed(message, path, () => undefined);
    return isTaken(contract, dialect, shorter) ? shorter : message;
  }, whole);
}

/** The least that may be posted, or answered, in this message’s place: the whole body. */
export function shortestBody(contract: Contract, dialect: DialectName): JsonObject {
  return enveloped(contract, dialect, shortest(contract, dialect));
}

/** Every request that a role may get in a dialect, and the least it may answer, those it has to think about first. */
export function answersTable(role: Role, dialect: DialectName): string {
  const asked = ALL.filter(({ head }) => head.method !== undefined && head.to.includes(role));
  const [telling, others] = [asked.filter(saysSomething), asked.filter((contract) => !saysSomething(contract))];
  const isEnveloped = dialectOf(dialect).enveloped;
  const name = ({ head }: Contract) => `\`${isEnveloped ? head.method : head.type}\``;
  const rows = telling.map((contract) => {
    const { reply } = contract.head;
    const answer = shortest(answerTo(contract) as Contract, dialect);
    return [
      name(contract),
      contract.head.about,
      `\`${JSON.stringify(answer)}\``,
      `${Number(reply?.withinMs) / 1_000} s`,
    ];
  });
  const waits = others.flatMap(({ head }) => (head.reply === undefined ? [] : [head.reply.withinMs / 1_000]));
  const patience = [...new Set([Math.min(...waits), Math.max(...waits)])].join(' to ').concat(' s');
  return markdownTable(
    [isEnveloped ? 'Method' : '`message_type`', 'What it is', isEnveloped ? 'Your `result`' : 'Your answer', 'Within'],
    [...rows, [others.map(name).join(', '), 'News, and the end.', 'anything, such as `{"status":"ok"}`', patience]],
  );
}

function answerTo({ head: { reply } }: Contract): Contract | undefined {
  return reply === undefined ? undefined : contractByType(reply.type);
}

function saysSomething(contract: Contract): boolean {
  const answer = answerTo(contract);
  return answer !== undefined && !merelyAcknowledges(answer);
}
