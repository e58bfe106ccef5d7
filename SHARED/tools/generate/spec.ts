/** doc/protocol_spec.md: the template with every table filled in from the contracts. */

import type { Chapter, Contract, Role } from '../../contracts/contract.ts';
import type { DialectName } from '../../contracts/dialects/dialect.ts';
import { HABIT_NAMES, HABITS, type Habit } from '../../contracts/dialects/habits.ts';
import { TYPE_NAMES } from '../../contracts/dialects/spellings.ts';
import {
  ERRORS,
  REJECTIONS,
  RPC_ERRORS,
  type RpcErrorName,
  type WireError,
  WRONG_STATE_WORDS,
} from '../../contracts/errors.ts';
import { MINIMUM_PROTOCOL_VERSION, PROTOCOL, PROTOCOL_VERSION } from '../../contracts/fields.ts';
import { FILES } from '../../contracts/files/index.ts';
import { LIMIT_OPINIONS, type LimitKey, RETRY_SETTINGS, WAIT_SETTINGS } from '../../contracts/files/pieces.ts';
import { CONTRACTS, contractByType } from '../../contracts/index.ts';
import { GAMES_WITH_WORDS, wordsFor } from '../../contracts/moves.ts';
import { incompatibility, VERSION_CASES } from '../../contracts/protocol_version.ts';
import { type Look, READ_ONLY } from '../../contracts/read_only.ts';
import { SEAT_METHODS, type SeatMethod } from '../../contracts/seat_methods.ts';
import { JSON_LIMITS } from '../../core/json.ts';
import { MAX_BATCH } from '../../league_sdk/messaging/envelope.ts';
import { HTTP_LIMITS } from '../../league_sdk/transport/http/limits.ts';
import { flowMermaid } from '../pictures/message_flow.ts';
import { fieldRows } from './fields.ts';
import { NEVER_FAILS_WITH } from './interfaces.ts';
import { type Blocks, codeBlock, filled, markdownTable, readableJson, type Words } from './markdown.ts';
import { envelopeTable, messageLink, messageSection, partiesOf, wayOf } from './messages.ts';
import { written } from './reading.ts';
import { plain } from './schemas.ts';
import { answersTable, shortestBody } from './shortest.ts';
import { STATE_TABLES, transitions } from './states.ts';
import { TOKENS } from './tokens.ts';

const ALL: readonly Contract[] = Object.values(CONTRACTS);

/** The whole document, from the text of its template; `source` gives the text of a stand-in by its file name. */
export function protocolSpec(template: string, source: (file: string) => string): string {
  return filled(template, WORDS, {
    ...BLOCKS,
    source: (language = '', file = '') => codeBlock(language, source(file)),
  });
}

const WORDS: Words = {
  protocol: PROTOCOL,
  version: PROTOCOL_VERSION,
  minimum_version: MINIMUM_PROTOCOL_VERSION,
  wrong_state_words: WRONG_STATE_WORDS.map((word) => `\`${word}\``).join(', '),
  no_schedule: NEVER_FAILS_WITH.SCHEDULE_GENERATION_FAILED,
  max_batch: String(MAX_BATCH),
};

const BLOCKS: Blocks = {
  flow: () => codeBlock('mermaid', flowMermaid()),
  envelope: envelopeTable,
  versions,
  tokens,
  overview,
  chapter: (name) => chapter(name as Chapter),
  shortest: (type = '', dialect = '') => {
    const body = shortestBody(contractByType(type) as Contract, dialect as DialectName);
    return codeBlock('json', readableJson(body));
  },
  answers: (role, dialect) => answersTable(role as Role, dialect as DialectName),
  looks,
  seat_methods: seatMethods,
  errors,
  rpc_errors: rpcErrors,
  rejections,
  states,
  time_limits: timeLimits,
  sizes,
  game_words: gameWords,
  v1_places: v1Places,
  type_names: typeNames,
  habits,
  files,
};

function habits(): string {
  const rows = HABIT_NAMES.map((name) => {
    const { about, reads = '–', writes = '–', forAll, met }: Habit = HABITS[name];
    return [`\`${name}\``, about, reads, forAll === true ? `${writes} To everybody.` : writes, met];
  });
  return markdownTable(['Habit', 'In a few words', 'Read', 'Written', 'Met'], rows);
}

function versions(): string {
  const rows = VERSION_CASES.map(([name, version, why]) => {
    const rejection = incompatibility(version)?.rejection;
    const verdict = rejection === undefined ? 'taken' : `rejected: ${REJECTIONS[rejection].reason}`;
    return [name, version === undefined ? '–' : `\`${version}\``, verdict, why];
  });
  return markdownTable(['`protocol_version`', 'Such as', 'Verdict', 'Why'], rows);
}

function tokens(): string {
  const rows = TOKENS.map(({ from, to, is, origin }) => [`${partiesOf([from])} → ${partiesOf([to])}`, is, origin]);
  return markdownTable(['`auth_token` in a message', 'is', 'and comes from'], rows);
}

function overview(): string {
  const rows = ALL.filter(({ head }) => head.method !== undefined).map(({ head }) => [
    messageLink(head.type),
    `\`${head.method}\``,
    wayOf(head),
    head.reply === undefined ? 'none' : messageLink(head.reply.type),
    head.reply === undefined ? '–' : String(head.reply.withinMs / 1_000),
  ]);
  return markdownTable(['Message', 'Method', 'From → to', 'Answer', 'Seconds'], rows);
}

function chapter(name: Chapter): string {
  const sections = ALL.filter(({ head }) => head.chapter === name).map(messageSection);
  if (sections.length === 0) throw new Error(`no message belongs to the chapter ${name}`);
  return sections.join('\n\n');
}

function looks(): string {
  const rows = Object.values(READ_ONLY).map(({ method, about, at, params, result }: Look) => [
    `\`${method}\``,
    partiesOf(at),
    about,
    names(params),
    names(result),
  ]);
  return markdownTable(['Method', 'Asked of', 'What it shows', 'Params', 'Result has at least'], rows);
}

function seatMethods(): string {
  const rows = Object.entries<SeatMethod>(SEAT_METHODS).map(([name, { about, params, result }]) => [
    `\`${name}\``,
    about,
    names(params),
    names(result),
  ]);
  return markdownTable(['Method', 'What it does', 'Params', 'Result'], rows);
}

function names(schema: Look['params']): string {
  const fields = fieldRows(plain(schema)).filter(({ path }) => !path.includes('.'));
  if (fields.length === 0) return '–';
  return fields.map(({ path, required }) => `\`${path}\`${required ? '' : ' (optional)'}`).join(', ');
}

function errors(): string {
  const rows = Object.entries<WireError>(ERRORS).map(([code, { name, about, retryable, neverSent }]) => [
    code,
    `\`${name}\``,
    neverSent === undefined ? about : `${about} Read, and never sent by us: ${neverSent}`,
    retryable ? 'yes' : 'no',
  ]);
  return markdownTable(['Code', 'Name', 'Meaning', 'Retryable'], rows);
}

const WHEN: { readonly [N in RpcErrorName]: string } = {
  PARSE_ERROR: 'The text is not JSON.',
  INVALID_REQUEST: 'It is JSON, but no JSON-RPC 2.0 request, or more than the limits allow.',
  METHOD_NOT_FOUND: 'This agent has no such method, or takes no such message.',
  INVALID_PARAMS: 'The message is not what its table says. `data.error_code` is E002, E003, E018 or E021.',
  INTERNAL_ERROR: 'A fault on this side. The agent lives on.',
  REFUSED: 'A [method of a seat](#a-player-without-a-server) is refused; `data` has the fields of LEAGUE_ERROR.',
};

function rpcErrors(): string {
  const rows = Object.entries(RPC_ERRORS).map(([name, { code, message }]) => [
    String(code),
    message,
    WHEN[name as RpcErrorName],
  ]);
  return markdownTable(['Code', 'Message', 'When'], rows);
}

function rejections(): string {
  return markdownTable(
    ['`reason`', '`error_code`'],
    Object.values(REJECTIONS).map(({ reason, code }) => [reason, code]),
  );
}

function states(): string {
  return Object.values(STATE_TABLES)
    .map((machine) => [`### ${machine.title}`, machine.about, transitions(machine)].join('\n\n'))
    .join('\n\n');
}

function gameWords(): string {
  const row = (label: string, { call, answer, invalid, record, facts }: ReturnType<typeof wordsFor>) => [
    label,
    messageLink(call),
    messageLink(answer),
    invalid,
    `\`${record.message_type}\`, \`${record.field}\``,
    facts.length === 0 ? 'the game’s own' : facts.map((fact) => `\`${fact}\``).join(', '),
  ];
  return markdownTable(
    ['Game', 'Call', 'Answer', 'Bad move', 'A move in files and logs', 'Facts of the result'],
    [...GAMES_WITH_WORDS.map((game) => row(`\`${game}\``, wordsFor(game))), row('every other', wordsFor(''))],
  );
}

/** The words that stand for a match, and the messages that say them, found by writing each. */
function v1Places(): string {
  const places = Map.groupBy(ALL, (contract) => String(written(contract, 'v1')['match_id']));
  const rows = [...places]
    .filter(([place]) => !/^R\d+M\d+$/.test(place))
    .map(([place, contracts]) => [`\`${place}\``, contracts.map(({ head }) => messageLink(head.type)).join(', ')]);
  return markdownTable(['`match_id`', 'In'], rows);
}

function typeNames(): string {
  return markdownTable(
    ['Also read', 'As'],
    [...TYPE_NAMES].map(([other, canonical]) => [`\`${other}\``, messageLink(canonical)]),
  );
}

function files(): string {
  const rows = Object.entries(FILES).map(([name, { path, kind, schema }]) => [
    `\`${path}\``,
    kind,
    (plain(schema).description ?? '').replace(/^.*?: /, ''),
    `[schema](schemas/files/${name}.json)`,
  ]);
  return markdownTable(['File below SHARED', 'Kind', 'What it is', 'Shape'], rows);
}

/** Every setting that bounds waiting and trying again, with its variable and its default. */
function timeLimits(): string {
  const settings = { ...WAIT_SETTINGS, ...RETRY_SETTINGS };
  const rows = (Object.keys(LIMIT_OPINIONS) as LimitKey[]).map((key) => {
    const { description = '', default: usual } = plain(settings[key]) as { description?: string; default?: unknown };
    return [`\`${key}\``, `\`LEAGUE_${key.toUpperCase()}\``, String(usual ?? '–'), description];
  });
  return markdownTable(['Setting', 'Environment', 'Default', 'Meaning'], rows);
}

/** The limits on the cost of a stranger’s text. */
function sizes(): string {
  const rows: readonly (readonly [string, number])[] = [
    ['the body of a request, in bytes', HTTP_LIMITS.maxRequestBytes],
    ['the body of an answer, in bytes', HTTP_LIMITS.maxReplyBytes],
    ['request line or status line with all headers, in bytes', HTTP_LIMITS.maxHeadBytes],
    ['seconds for the head of a request to arrive', HTTP_LIMITS.headMs / 1_000],
    ['seconds for a whole request to arrive', HTTP_LIMITS.requestMs / 1_000],
    ['messages in a JSON-RPC batch', MAX_BATCH],
    ['levels a text may nest', JSON_LIMITS.depth],
    ['keys of an object', JSON_LIMITS.keys],
    ['entries of a list', JSON_LIMITS.items],
    ['characters of a string', JSON_LIMITS.stringLength],
  ];
  return markdownTable(
    ['What', 'At most'],
    rows.map(([what, most]) => [what, most.toLocaleString('en')]),
  );
}
