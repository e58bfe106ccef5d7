/** The judgement of each step of a check, from the evidence. Pure. */
import { breachIn } from '../../SHARED/contracts/judged.ts';
import type { Violation } from '../../SHARED/contracts/violations.ts';
import { isJsonObject, sameJson } from '../../SHARED/core/json.ts';
import type { ProbeName } from './probes.ts';
import { breachOf, type Reading, readingOf } from './reading.ts';
import type { Evidence, Finding } from './watch.ts';
import { bodyIn, type Exchange, objectIn, typeOf } from './watch.ts';

const passed = (detail: string): Finding => ({ status: 'passed', detail });
const skipped = (detail: string): Finding => ({ status: 'skipped', detail });

function named(exchanges: readonly Exchange[], ...types: readonly string[]): readonly Exchange[] {
  return exchanges.filter(({ type, probe }) => probe === undefined && types.includes(type));
}

function probed(exchanges: readonly Exchange[], probe: ProbeName): readonly Exchange[] {
  return exchanges.filter((exchange) => exchange.probe === probe);
}

function shown({ sent, received, failure }: Exchange): Pick<Finding, 'sent' | 'received'> {
  return { sent, received: failure === undefined ? (received ?? '(an empty answer)') : failure.detail };
}

function failed(exchange: Exchange, detail: string, violation: Violation): Finding {
  return { status: 'failed', detail, violation, ...shown(exchange) };
}

function warned(exchange: Exchange, detail: string): Finding {
  return { status: 'warned', detail, ...shown(exchange) };
}

/** Whether anything that was sent to the player arrived. */
export function reached({ exchanges }: Evidence): Finding {
  const [first] = exchanges;
  if (first === undefined) return skipped('nothing was sent to it');
  if (exchanges.some(({ failure }) => failure?.code !== 'UNREACHABLE')) return passed('it answers there');
  return failed(first, 'it cannot be reached', 'invalid_endpoint');
}

const REGISTERING = 'LEAGUE_REGISTER_REQUEST';

/** Whether its registration was taken. */
export function registers(evidence: Evidence): Finding {
  const { registered, calls, ended, mustRegister, isAdded, manager } = evidence;
  const attempt = calls.findLast(({ asked }) => typeOf(asked) === REGISTERING);
  const gone = ended === undefined ? '' : `; the program ended ${ended}`;
  if (attempt === undefined) {
    if (playsElsewhere(evidence))
      return {
        status: mustRegister === true ? 'failed' : 'skipped',
        detail: 'it plays for another manager, and refuses this one, as it should',
        mend: `End it, and start it again with --manager ${manager ?? 'URL'} while this command waits (--port PORT fixes that address, --wait SEC the time); or name its file or --command CMD, and it is started here.`,
      };
    if (isAdded === true)
      return { status: 'skipped', detail: 'it was called where it listens, and has not registered' };
    if (registered !== undefined) return passed(`as ${registered.player_id}`);
    if (ended !== undefined) return { status: 'failed', detail: `it has not registered${gone}`, violation: 'crash' };
    return { status: mustRegister === true ? 'failed' : 'skipped', detail: 'it has not registered here' };
  }
  const texts = { sent: attempt.asked, received: attempt.answered ?? '(an empty answer)' };
  const wire = objectIn(attempt.asked);
  if (wire['jsonrpc'] !== undefined && wire['id'] === undefined)
    return {
      status: 'failed',
      detail: 'the request has no id, so that no reply can be sent',
      violation: 'missing_field',
      ...texts,
    };
  if (registered !== undefined) return passed(`as ${registered.player_id}, at ${registered.endpoint}`);
  const detail = `it was not taken in: ${reasonIn(attempt.answered)}${gone}`;
  return { status: 'failed', detail, ...refusedFor(attempt.answered ?? ''), ...texts };
}

const REFUSED: readonly (readonly [RegExp, Violation])[] = [
  [/"E018"/, 'version'],
  [/"E019"/, 'unsupported_game'],
  [/"E015"/, 'invalid_endpoint'],
  [/"E003"/, 'missing_field'],
  [/"error":|"E021"/, 'schema'],
];

/** The breach that a registration was refused for, by the manager's code; a name that is taken is none. */
function refusedFor(answer: string): { readonly violation?: Violation } {
  const violation = REFUSED.find(([pattern]) => pattern.test(answer))?.[1];
  return violation === undefined ? {} : { violation };
}

/** The manager's own words for a refusal. */
function reasonIn(answer: string | undefined): string {
  const { result, error, ...bare } = objectIn(answer);
  const said = [result, error, bare].find(isJsonObject) ?? {};
  const { reason, detail, message, data } = said;
  const inner = isJsonObject(data) ? (data['error_description'] ?? data['detail']) : undefined;
  return [reason ?? message, detail ?? inner].filter((text) => typeof text === 'string').join(': ');
}

/** Whether a question of the league was ever answered, and what was wrong when it was not. */
export function answers({ exchanges, dialect, matches: played, words }: Evidence, type: string, fine: string): Finding {
  const asked = named(exchanges, type);
  const last = asked.at(-1);
  if (last === undefined) return skipped('it was never asked');
  const readings = asked.map((exchange) => ({ exchange, reading: readingOf(exchange, dialect) }));
  const bad = readings.find(({ reading }) => reading.kind === 'bad' || reading.kind === 'refused');
  if (bad !== undefined) return objection(bad.exchange, bad.reading);
  if (readings.some(({ reading }) => reading.kind === 'answer' && reading.body['accept'] === false))
    return { status: 'failed', detail: 'it declines, which forfeits the match', ...shown(last) };
  if (readings.some(({ reading }) => reading.kind === 'answer')) return passed(fine);
  // It acknowledged: the answer was to be posted.
  const went =
    type === words.call ? played.some(({ fault }) => fault === undefined) : named(exchanges, words.call).length > 0;
  if (went) return passed(`${fine}, by an answer that it posts`);
  return failed(last, 'it acknowledged, and no answer followed', 'missing_field');
}

function objection(exchange: Exchange, reading: Reading): Finding {
  if (reading.kind === 'bad') return failed(exchange, reading.detail, reading.violation);
  if (reading.kind === 'refused') return failed(exchange, `it refused: ${reading.detail}`, reading.violation);
  return failed(exchange, 'it gave no answer', 'schema');
}

/** A player that was told that the league is over may have left before it is told to. */
function isFarewell({ type, failure }: Exchange): boolean {
  return type === 'SHUTDOWN_COMMAND' && failure?.code === 'UNREACHABLE';
}

/** Notices that have to be heard: no answer at all fails, an error warns. */
export function hears({ exchanges, dialect }: Evidence, types: readonly string[]): Finding {
  const told = named(exchanges, ...types).filter((exchange) => !isFarewell(exchange));
  if (told.length === 0) return skipped('it was never told');
  const readings = told.map((exchange) => ({ exchange, reading: readingOf(exchange, dialect) }));
  const bad = readings.find(({ reading }) => reading.kind === 'bad');
  if (bad?.reading.kind === 'bad')
    return failed(bad.exchange, `${bad.exchange.type}: ${bad.reading.detail}`, bad.reading.violation);
  const refused = readings.find(({ reading }) => reading.kind === 'refused');
  if (refused?.reading.kind === 'refused')
    return warned(refused.exchange, `${refused.exchange.type} is answered with an error: ${refused.reading.detail}`);
  return passed([...new Set(told.map(({ type }) => type))].join(', '));
}

/** A pipe carries requests alone: other texts are refused before the program hears of them. */
function isWithheld({ received = '' }: Exchange): boolean {
  return received.includes('takes one JSON-RPC request a line');
}

/** Hostile texts: an answer of any kind passes, silence or a broken line warns, a player that is gone fails. */
export function survives({ exchanges, dialect }: Evidence, probe: ProbeName): Finding {
  const asked = probed(exchanges, probe).filter((exchange) => !isWithheld(exchange));
  const after = probed(exchanges, 'afterwards').filter(() => probe === 'malformed');
  const [first] = asked;
  if (first === undefined) return skipped('there was nothing to try it with');
  const dead = after.find(({ failure }) => failure?.code === 'UNREACHABLE' || failure?.code === 'DEADLINE_PASSED');
  const culprit = asked.find(({ failure }) => failure !== undefined) ?? first;
  if (dead !== undefined) return failed(culprit, `it answers nothing any more: ${dead.failure?.detail ?? ''}`, 'crash');
  const silent = asked.find(({ failure }) => failure?.code === 'DEADLINE_PASSED');
  if (silent !== undefined) return warned(silent, 'it does not answer');
  const broken = asked.find(({ failure }) => failure?.code === 'UNREACHABLE');
  if (broken !== undefined)
    return warned(broken, 'it breaks the connection, as an exception does that nothing catches');
  const error = asked.find(({ failure }) => /HTTP 5\d\d/.test(failure?.detail ?? ''));
  if (error !== undefined)
    return warned(error, 'it answers with an error of HTTP, as an exception does that nothing catches');
  const internal = asked.find((exchange) => {
    const reading = readingOf(exchange, dialect);
    return reading.kind === 'bad' && reading.violation === 'crash' && exchange.failure === undefined;
  });
  if (internal !== undefined) return warned(internal, 'it answers with an internal error');
  return passed('it answers, and goes on');
}

/** The shutdown of a stranger, and its place among the exchanges; undefined where its player has survived it. */
function endOf({ exchanges }: Evidence): number | undefined {
  const at = exchanges.findIndex(({ probe }) => probe === 'wrong_shutdown');
  const after = at === -1 ? [] : exchanges.slice(at + 1);
  const over = after.findIndex(({ type }) => type === 'LEAGUE_COMPLETED');
  const isDead = (over === -1 ? after : after.slice(0, over)).some(
    ({ failure, probe }) =>
      failure?.code === 'UNREACHABLE' || (probe === 'lives' && failure?.code === 'DEADLINE_PASSED'),
  );
  return isDead ? at : undefined;
}

/** The evidence up to the word of a stranger that ended its player: later failures are not the player's. */
export function whileAlive(evidence: Evidence): Evidence {
  const end = endOf(evidence);
  return end === undefined ? evidence : { ...evidence, exchanges: evidence.exchanges.slice(0, end) };
}

/** Codes of a refusal for the proof of its sender. */
const UNPROVED: ReadonlySet<string | undefined> = new Set(['E011', 'E012']);

/** Whether it plays for another manager: it has not registered here, and refuses every question for its token. */
export function playsElsewhere({ registered, isAdded, exchanges, dialect, words }: Evidence): boolean {
  if (registered !== undefined && isAdded !== true) return false;
  const asked = named(exchanges, 'GAME_INVITATION', words.call).map((exchange) => readingOf(exchange, dialect));
  return asked.length > 0 && asked.every((reading) => reading.kind === 'refused' && UNPROVED.has(reading.code));
}

/** Whether a stranger that shows another ticket gets a move, or ends the player. */
export function wrongToken(evidence: Evidence): Finding {
  const { exchanges, dialect } = evidence;
  const end = endOf(evidence);
  if (end !== undefined)
    return {
      status: 'failed',
      detail: 'it ends at the word of a stranger: after a shutdown with a wrong token it answers no more',
      ...shown(exchanges[end] as Exchange),
    };
  const [asked] = probed(exchanges, 'wrong_token');
  if (asked === undefined) return skipped('its messages have no token');
  if (asked.failure !== undefined) return skipped('no answer came');
  if (readingOf(asked, dialect).kind !== 'answer') return passed('a stranger gets no move, and does not end it');
  return warned(asked, 'it moves for a stranger: any program on the network can learn its choices');
}

/** Whether answers name the conversation of their questions. */
export function conversation(evidence: Evidence): Finding {
  const { exchanges, words } = evidence;
  const [asked] = probed(exchanges, 'conversation');
  const wrong = named(exchanges, 'GAME_INVITATION', words.call).find((exchange) => isElsewhere(exchange));
  if (wrong !== undefined)
    return failed(wrong, 'the conversation_id of an answer is not the one that was asked in', 'schema');
  if (asked === undefined) return skipped('it was never asked for a move');
  if (isElsewhere(asked)) return warned(asked, 'asked in another conversation, it answers in an earlier one');
  const lived = survives(evidence, 'conversation');
  return lived.status === 'passed' ? passed('it answers in the conversation it is asked in') : lived;
}

/** Whether the answer names another conversation than the question. */
function isElsewhere({ sent, received }: Exchange): boolean {
  const reply = objectIn(received);
  const { conversation_id } = isJsonObject(reply['result']) ? reply['result'] : reply;
  return conversation_id !== undefined && conversation_id !== bodyIn(sent)['conversation_id'];
}

/** The same question again: the answer must be there, and should be the same. */
export function alike({ exchanges, dialect, words: { call } }: Evidence, probe: ProbeName): Finding {
  const again = probed(exchanges, probe);
  const [first] = again;
  if (first === undefined) return skipped('it was never asked for a move');
  const silent = again.find(({ failure }) => failure !== undefined);
  if (silent !== undefined) {
    const reading = readingOf(silent, dialect);
    const detail = `of ${again.length} questions not all were answered: ${silent.failure?.detail ?? ''}`;
    return failed(silent, detail, reading.kind === 'bad' ? reading.violation : 'crash');
  }
  const original = named(exchanges, call).findLast(({ sent }) => again.some((each) => each.sent === sent));
  const move = (exchange: Exchange) => {
    const reading = readingOf(exchange, dialect);
    return reading.kind === 'answer' ? (reading.body['parity_choice'] ?? reading.body['move_data'] ?? null) : null;
  };
  const moves = again.filter(({ type }) => type === call).map(move);
  const other =
    original === undefined ? -1 : moves.findIndex((each) => each !== null && !sameJson(each, move(original)));
  if (other !== -1)
    return warned(
      again.filter(({ type }) => type === call)[other] as Exchange,
      'it changes its mind: until both choices are in, the last one counts',
    );
  return passed(`${again.length} answers, all alike`);
}

/** Whether every match was played, and none forfeited by it. */
export function matches({ matches: played, wanted, ended }: Evidence): Finding {
  if (wanted === 0) return skipped('a league is played only with a player that registers here');
  const faulty = played.filter(({ fault }) => fault !== undefined);
  const [first] = faulty;
  if (first?.fault !== undefined) {
    const { sentence, violation } = first.fault;
    const detail = `it forfeited ${faulty.length} of ${played.length}; ${first.match_id}: ${sentence}`;
    return { status: 'failed', detail, ...(violation === undefined ? {} : { violation }) };
  }
  if (played.length < wanted)
    return {
      status: 'failed',
      detail: `of ${wanted} matches ${played.length} were played${ended === undefined ? '' : `: the program ended ${ended}`}`,
      violation: 'crash',
    };
  return passed(`${played.length} of ${wanted} matches, none forfeited`);
}

const OTHERS = ['ROUND_ANNOUNCEMENT', 'LEAGUE_STANDINGS_UPDATE', 'ROUND_COMPLETED', 'GAME_OVER'];
/** The part of a limit that a player may use before it is warned. */
const USED = 0.5;

/** The longest time of each kind of question, against its limit. */
export function times({ exchanges, words, limitsMs }: Evidence): Finding {
  const rows = [
    { name: 'GAME_INVITATION', types: ['GAME_INVITATION'], limit: limitsMs.join },
    { name: words.call, types: [words.call], limit: limitsMs.move },
    { name: 'everything else', types: OTHERS, limit: limitsMs.other },
  ];
  const used = rows.flatMap(({ name, types, limit }) => {
    const slowest = named(exchanges, ...types).reduce<Exchange | undefined>(
      (most, each) => (each.tookMs >= (most?.tookMs ?? 0) ? each : most),
      undefined,
    );
    return slowest === undefined ? [] : [{ name, slowest, limit }];
  });
  if (used.length === 0) return skipped('nothing was asked');
  const text = used.map(({ name, slowest, limit }) => `${name} ${slowest.tookMs} of ${limit} ms`).join(', ');
  const over = used.find(
    ({ slowest, limit }) => slowest.tookMs >= limit || slowest.failure?.code === 'DEADLINE_PASSED',
  );
  if (over !== undefined) return failed(over.slowest, text, 'over_30_s');
  const slow = used.find(({ slowest, limit }) => slowest.tookMs > limit * USED);
  return slow === undefined
    ? passed(`at most ${text}`)
    : warned(slow.slowest, `more than half of a limit is used: ${text}`);
}

/** Whether its answers to a league are as published: this step names the breaches that the reader forgives. */
export function published({ exchanges, calls, dialect }: Evidence): Finding {
  for (const { asked, answered } of calls.filter((call) => typeOf(call.asked) === REGISTERING)) {
    const breach = breachIn(REGISTERING, dialect, bodyIn(asked));
    const texts = { sent: asked, received: answered ?? '(an empty answer)' };
    if (breach !== undefined) return { status: 'failed', detail: breach.detail, violation: breach.kind, ...texts };
  }
  const heard = exchanges.filter(({ probe, received = '' }) => probe === undefined && received !== '');
  if (heard.length === 0) return skipped('nothing came back');
  for (const exchange of heard) {
    const breach = breachOf(exchange, dialect);
    if (breach !== undefined) return failed(exchange, breach.detail, breach.kind);
  }
  return passed(`${heard.length} answers`);
}

/** Whether a strategy of ours made its moves itself: an answer marks a move of the guard. */
export function decides({ exchanges, words }: Evidence): Finding {
  const calls = named(exchanges, words.call).filter(({ received }) => received !== undefined);
  if (calls.length === 0) return skipped('it made no move in an answer');
  const guarded = calls.filter((exchange) => guardedIn(exchange) !== undefined);
  const [first] = guarded;
  if (first === undefined) return passed('no move was made in its place');
  return {
    status: 'failed',
    detail: `${guarded.length} of ${calls.length} moves were made in its place: ${guardedIn(first)}`,
    ...shown(first),
  };
}

function guardedIn({ received }: Exchange): string | undefined {
  const { result } = objectIn(received);
  const guarded = isJsonObject(result) ? result['guarded'] : undefined;
  return typeof guarded === 'string' ? guarded : undefined;
}
