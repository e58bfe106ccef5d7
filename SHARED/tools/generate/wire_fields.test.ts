import { describe, expect, test } from 'vitest';
import type { Contract, Role } from '../../contracts/contract.ts';
import { dialectOf } from '../../contracts/dialects/detect.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { BARE_WORDS } from '../../contracts/dialects/words.ts';
import { CONTRACTS, contractByType } from '../../contracts/index.ts';
import { exampleService } from '../../testing/example_service.ts';
import { fieldTables } from '../../testing/field_tables.ts';
import { MESSAGE_CASES } from '../../testing/message_cases.ts';
import { DIALECTS, enveloped } from './examples.ts';
import { fieldRows } from './fields.ts';
import { changed, isInside, pathsIn } from './paths.ts';
import { readerOf, written } from './reading.ts';
import { writtenSchema } from './schemas.ts';
import { specimen } from './specimens.ts';
import { wireFields as find, type WireField } from './wire_fields.ts';

const FOUND = new Map<string, readonly WireField[]>();
/** Found once: looking for them takes a while. */
function wireFields(contract: Contract, dialect: DialectName): readonly WireField[] {
  const key = `${contract.head.type} ${dialect}`;
  const fields = FOUND.get(key) ?? find(contract, dialect);
  FOUND.set(key, fields);
  return fields;
}

const ALL = Object.values(CONTRACTS) as readonly Contract[];
const MESSAGES = ALL.map((contract) => ({ type: contract.head.type, contract }));
const REQUESTS = MESSAGES.filter(({ contract }) => contract.head.method !== undefined);

describe('the fields of rpc', () => {
  test.each(MESSAGES)('$type are those of its published schema', ({ contract }) => {
    const published = fieldRows(writtenSchema(contract)).map(({ path }) => path);
    const found = wireFields(contract, 'rpc').map(({ path }) => path);
    expect(found.toSorted()).toEqual(
      published.filter((path) => path !== 'auth_token' || found.includes(path)).toSorted(),
    );
  });

  test.each(REQUESTS)('$type are required as its schema says', ({ contract }) => {
    const { required = [] } = writtenSchema(contract, 'body');
    const needed = wireFields(contract, 'rpc').filter(
      ({ path, need }) => need === 'yes' && path in contract.body.properties,
    );
    // Either name of a player will do.
    const twice = new Set(['player_a', 'player_b', 'player_A_id', 'player_B_id']);
    expect(new Set(needed.map(({ path }) => path))).toEqual(new Set(required.filter((name) => !twice.has(name))));
  });
});

describe.each(DIALECTS)('the fields of %s', (dialect) => {
  test.each(MESSAGE_CASES)('leave nothing out: $name', ({ message }) => {
    const contract = contractByType(String(message['message_type'])) as Contract;
    const fields = wireFields(contract, dialect).map(({ path }) => path);
    const wire = dialectOf(dialect).write(message, readerOf(contract));
    const unknown = pathsIn(wire).filter(
      (path) => !fields.includes(path) && !fields.some((field) => isInside(path, field)),
    );
    expect(unknown).toEqual([]);
  });

  test.each(REQUESTS)('$type is taken without any field that is not required', async ({ contract }) => {
    const { post, diary } = exampleService(contract.head.to[0] as Role);
    const wire = written(contract, dialect, specimen(contract));
    const spared = wireFields(contract, dialect).filter(({ need }) => need !== 'yes');
    for (const { path } of spared)
      await post(
        enveloped(
          contract,
          dialect,
          changed(wire, path, () => undefined),
        ),
      );
    expect(diary.refusals).toEqual([]);
    expect(diary.handled).toHaveLength(spared.length);
  });

  test('say what they mean, and what they may be', () => {
    for (const contract of ALL) {
      for (const { path, type, about } of wireFields(contract, dialect)) {
        expect([contract.head.type, path, type !== '', about !== '']).toEqual([contract.head.type, path, true, true]);
      }
    }
  });
});

describe.each(['flat', 'v1'] as const)('the documents of %s', (dialect) => {
  test.each(MESSAGES)('have no field of $type that is not told', ({ contract }) => {
    const { message_type } = written(contract, dialect);
    const told = wireFields(contract, dialect).map(({ path }) => path);
    const documented = fieldTables(dialect, String(message_type)).flatMap((fields) => Object.keys(fields));
    expect(documented.filter((name) => !told.includes(name))).toEqual([]);
  });
});

test('what only bare messages say is said by one of them', () => {
  for (const dialect of ['flat', 'v1'] as const) {
    const used = new Set(ALL.flatMap((contract) => wireFields(contract, dialect).map(({ path }) => path)));
    expect(Object.keys(BARE_WORDS[dialect]).filter((word) => !used.has(word))).toEqual([]);
  }
});

test.each([
  { type: 'GAME_OVER', dialect: 'flat', path: 'winner', is: 'id or `"DRAW"`', need: 'yes' },
  { type: 'GAME_OVER', dialect: 'flat', path: 'drawn_number', is: 'integer or `0`', need: 'yes' },
  { type: 'GAME_OVER', dialect: 'v1', path: 'result.winner_id', is: 'id or null', need: 'yes' },
  {
    type: 'LEAGUE_REGISTER_RESPONSE',
    dialect: 'flat',
    path: 'status',
    is: '`"registered"` or `"error"`',
    need: 'sent',
  },
  {
    type: 'LEAGUE_REGISTER_REQUEST',
    dialect: 'flat',
    path: 'endpoint',
    is: 'string of 1 to 2048 characters',
    need: 'yes',
  },
  { type: 'CHOOSE_PARITY_RESPONSE', dialect: 'flat', path: 'choice', is: '`"EVEN"` or `"ODD"`', need: 'yes' },
  { type: 'CHOOSE_PARITY_RESPONSE', dialect: 'v1', path: 'choice.value', is: '`"even"` or `"odd"`', need: 'yes' },
  { type: 'ROUND_COMPLETED', dialect: 'v1', path: 'match_id', is: '`"ROUND"`', need: 'sent' },
  { type: 'GAME_ERROR', dialect: 'flat', path: 'details.expected_message', is: 'string', need: 'no' },
  { type: 'RUN_MATCH_ACK', dialect: 'rpc', path: 'match_id', is: 'id', need: 'sent' },
] as const)('$type in $dialect has $path: $is, $need', ({ type, dialect, path, is, need }) => {
  const field = wireFields(CONTRACTS[type] as Contract, dialect).find((each) => each.path === path);
  expect([field?.type, field?.need]).toEqual([is, need]);
});
