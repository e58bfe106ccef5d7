import { describe, expect, test } from 'vitest';
import type { Contract } from '../../contracts/contract.ts';
import { CONTRACTS } from '../../contracts/index.ts';
import { DIALECTS } from './examples.ts';
import { changed, pathsIn } from './paths.ts';
import { isTaken } from './reading.ts';
import { answersTable, shortest, shortestBody } from './shortest.ts';

const MESSAGES = (Object.values(CONTRACTS) as Contract[]).map((contract) => ({ type: contract.head.type, contract }));

describe.each(DIALECTS)('the shortest message in %s', (dialect) => {
  test.each(MESSAGES)('$type is taken, and nothing of it can go', ({ contract }) => {
    const message = shortest(contract, dialect);
    expect(isTaken(contract, dialect, message)).toBe(true);
    const spare = pathsIn(message).filter((path) =>
      isTaken(
        contract,
        dialect,
        changed(message, path, () => undefined),
      ),
    );
    expect(spare).toEqual([]);
  });
});

test('the least a player says is its choice, in the words of its dialect', () => {
  const choice = (dialect: (typeof DIALECTS)[number]) => shortest(CONTRACTS.CHOOSE_PARITY_RESPONSE, dialect);
  expect(choice('rpc')).toEqual({ parity_choice: 'even' });
  expect(choice('flat')).toEqual({ choice: 'EVEN' });
  expect(choice('v1')).toEqual({ choice: { value: 'even' } });
  expect(shortestBody(CONTRACTS.GAME_JOIN_ACK, 'rpc')).toEqual({ jsonrpc: '2.0', result: { accept: true }, id: 1 });
});

test('every request to a player has its answer in the table', () => {
  const methods = MESSAGES.filter(({ contract: { head } }) => head.method !== undefined && head.to.includes('player'));
  const table = answersTable('player', 'rpc');
  for (const { contract } of methods) expect(table).toContain(`\`${contract.head.method}\``);
  expect(table.split('\n')).toHaveLength(2 + 3 + 1);
  expect(answersTable('player', 'flat')).toContain('| `GAME_INVITATION` |');
});
