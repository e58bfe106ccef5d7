/** The numbered steps of a check: what each looks for, where the rule stands, and how to mend what it finds. Pure. */
import { cut } from '../../SHARED/core/json.ts';
import {
  alike,
  answers,
  conversation,
  decides,
  hears,
  matches,
  playsElsewhere,
  published,
  reached,
  registers,
  survives,
  times,
  whileAlive,
  wrongToken,
} from './judges.ts';
import type { Evidence, Finding } from './watch.ts';

/** A step of a check that was made. */
export interface StepReport extends Finding {
  readonly number: number;
  readonly name: string;
  /** Where the rule stands: an anchor of the protocol document, or a schema. */
  readonly rule: string;
  /** What to change; absent for a step that passed. */
  readonly mend?: string;
}

interface Step {
  readonly name: string;
  readonly rule: string;
  readonly mend: string;
  /** It says nothing of a player that plays for another manager. */
  readonly needsManager?: true;
  judge(evidence: Evidence): Finding;
}

const SPEC = 'doc/protocol_spec.md';

/** What the manager tells every player. */
const BROADCASTS = [
  'ROUND_ANNOUNCEMENT',
  'LEAGUE_STANDINGS_UPDATE',
  'ROUND_COMPLETED',
  'LEAGUE_COMPLETED',
  'SHUTDOWN_COMMAND',
];

/** Every step, in its order. */
const STEPS: readonly Step[] = [
  {
    name: 'registers',
    rule: `${SPEC}#league_register_request`,
    mend: 'Send LEAGUE_REGISTER_REQUEST with an id, protocol "league.v2", a name, the game and the endpoint you listen at; read the reply.',
    judge: registers,
  },
  {
    name: 'can be called at its endpoint',
    rule: `${SPEC}#parties-and-wires`,
    mend: 'Listen at the endpoint you register, port and path included, before you register.',
    judge: reached,
  },
  {
    name: 'joins a match',
    rule: `${SPEC}#game_join_ack`,
    mend: 'Answer GAME_INVITATION with GAME_JOIN_ACK and accept true, with the id of the request, in time.',
    needsManager: true,
    judge: (evidence) => answers(evidence, 'GAME_INVITATION', 'it takes its seat'),
  },
  {
    name: 'chooses a legal move',
    rule: `${SPEC}#choose_parity_response`,
    mend: 'Answer the call with one of valid_options in the field of the answer (parity_choice; move_data.choice in other games), with the id and the conversation_id of the request.',
    needsManager: true,
    judge: (evidence) => answers(evidence, evidence.words.call, 'it chooses'),
  },
  {
    name: 'hears every broadcast',
    rule: `${SPEC}#rounds`,
    mend: 'Answer what you need not act on with {"status": "ok"}, under any method you do not know as well.',
    needsManager: true,
    judge: (evidence) => hears(evidence, BROADCASTS),
  },
  {
    name: 'hears the end of a match',
    rule: `${SPEC}#game_over`,
    mend: 'Answer GAME_OVER with GAME_OVER_ACK or {"status": "ok"}.',
    needsManager: true,
    judge: (evidence) => hears(evidence, ['GAME_OVER']),
  },
  {
    name: 'hears of errors',
    rule: `${SPEC}#game_error`,
    mend: 'Answer GAME_ERROR and LEAGUE_ERROR with {"status": "ok"}, log them, and go on.',
    judge: (evidence) => survives(evidence, 'errors'),
  },
  {
    name: 'refuses a wrong token',
    rule: `${SPEC}#tokens`,
    mend: 'Compare auth_token with the ticket of the match from ROUND_ANNOUNCEMENT, and answer another one with E012; end only at a shutdown whose auth_token is the manager_token of the registration.',
    judge: wrongToken,
  },
  {
    name: 'stays in the conversation',
    rule: `${SPEC}#answers`,
    mend: 'Take conversation_id from the request you answer, each time.',
    judge: conversation,
  },
  {
    name: 'answers a repeated question alike',
    rule: `${SPEC}#answers`,
    mend: 'Remember your choice by match_id: a question is asked again when its answer got lost.',
    judge: (evidence) => alike(evidence, 'again'),
  },
  {
    name: 'takes messages out of order',
    rule: `${SPEC}#order-of-checks`,
    mend: 'Answer a message about a match you do not know with an error, and keep running.',
    judge: (evidence) => survives(evidence, 'out_of_order'),
  },
  {
    name: 'takes a message that is late',
    rule: `${SPEC}#time-limits`,
    mend: 'Answer a call whose deadline has passed as any other, or with an error; do not wait.',
    judge: (evidence) => survives(evidence, 'late'),
  },
  {
    name: 'takes an unknown message',
    rule: `${SPEC}#json-rpc-errors`,
    mend: 'Answer a method you do not know with error -32601, or with {"status": "ok"}.',
    judge: (evidence) => survives(evidence, 'unknown'),
  },
  {
    name: 'takes a malformed message',
    rule: `${SPEC}#json-rpc-errors`,
    mend: 'Catch what parsing throws and answer -32700 or -32600; an exception must end neither the connection nor the program.',
    judge: (evidence) => survives(evidence, 'malformed'),
  },
  {
    name: 'answers several at once',
    rule: `${SPEC}#limits`,
    mend: 'Serve each request in a thread or task of its own, and let no request wait for another.',
    judge: (evidence) => alike(evidence, 'at_once'),
  },
  {
    name: 'plays match after match',
    rule: `${SPEC}#a-league-from-beginning-to-end`,
    mend: 'See the first match that failed: its evidence says what was awaited and what came.',
    needsManager: true,
    judge: matches,
  },
  {
    name: 'keeps to its time',
    rule: `${SPEC}#time-limits`,
    mend: 'Answer sooner: think less, or in the background.',
    judge: times,
  },
  {
    name: 'writes messages as published',
    rule: 'doc/schemas/judged',
    mend: 'Write what you answer as the schema has it: its names and types, "even" and "odd" in lower case, protocol "league.v2", timestamps in UTC that end in Z.',
    judge: published,
  },
  {
    name: 'decides by itself',
    rule: `${SPEC}#choose_parity_response`,
    mend: 'See where the strategy throws, what it returns and how long it takes: one of turn.moves, within turn.timeLeftMs.',
    judge: decides,
  },
];

/** The anchors and files that steps refer to. */
export const RULES: readonly string[] = STEPS.map(({ rule }) => rule);

const SHOWN = 400;

/** The steps that say something of a player that was never reached. */
const UNREACHED: ReadonlySet<Step['judge']> = new Set([registers, reached, matches]);
const NOT_TRIED: Finding = { status: 'skipped', detail: 'not tried: it cannot be reached' };
const ELSEWHERE: Finding = { status: 'skipped', detail: 'not tried: it plays for another manager' };

/** Every step, judged. */
export function judgeSteps(evidence: Evidence): readonly StepReport[] {
  const isReached = reached(evidence).status !== 'failed';
  const isElsewhere = playsElsewhere(evidence);
  const alive = whileAlive(evidence);

  function found({ judge, needsManager }: Step): Finding {
    if (needsManager && isElsewhere) return ELSEWHERE;
    if (!isReached && !UNREACHED.has(judge)) return NOT_TRIED;
    return judge(judge === wrongToken ? evidence : alive);
  }

  return STEPS.map((step, at) => {
    const { name, rule, mend } = step;
    const { sent, received, ...finding } = found(step);
    return {
      number: at + 1,
      name,
      ...finding,
      rule: ruleFor(rule, evidence),
      ...(sent === undefined ? {} : { sent: cut(sent, SHOWN) }),
      ...(received === undefined ? {} : { received: cut(received, SHOWN) }),
      ...(finding.status === 'passed' || finding.status === 'skipped' ? {} : { mend: finding.mend ?? mend }),
    };
  });
}

/** In other games the answer to a call is another message. */
function ruleFor(rule: string, { words }: Evidence): string {
  return rule.replace('choose_parity_response', words.answer.toLowerCase());
}
