/** The cases of players that post their answers: right, mixed, late, twice, and in every wrong way. */
import type { JsonObject } from '../../../SHARED/core/json.ts';
import { TONGUES, type TongueName } from './tongues.ts';

/** One message to a player of a case, and what it can do about it. */
export interface Turn {
  readonly message: JsonObject;
  /** Counts from 1 how often this was asked. */
  readonly nth: number;
  readonly me: string;
  readonly opponent: string;
  joins(changes?: JsonObject): JsonObject;
  chooses(choice: string, changes?: JsonObject): JsonObject;
  inTheNameOf(player_id: string): JsonObject;
  /** Posts an answer to the referee; how it is answered is remembered. */
  post(answer: JsonObject, tongue?: TongueName): Promise<void>;
  /** Lets an opponent choose that is held. */
  release(): void;
}

/** The player's action as soon as the call is acknowledged, or before that; the value returned is the response. */
interface Deed {
  readonly first?: (turn: Turn) => Promise<void>;
  readonly response?: (turn: Turn) => JsonObject;
  readonly afterwards?: (turn: Turn) => Promise<void>;
}
export type Deeds = (turn: Turn) => Deed;

export interface PostingCase {
  /** The behaviour of the player, as a fact. */
  readonly fact: string;
  readonly invited?: Deeds;
  readonly called?: Deeds;
  readonly over?: Deeds;
  /** Its opponent does not choose before it is released. */
  readonly holds?: boolean;
  /** The answer to each of its posts. */
  readonly replies: readonly string[];
  /** Which choice counts; absent: it forfeits. */
  readonly choice?: 'even' | 'odd';
  /** The number of its invitations and calls. */
  readonly asked: readonly [number, number];
  /** The warnings it gets on the way. */
  readonly errors?: readonly string[];
}

const acknowledges: Deeds = () => ({});
const joins: Deeds = () => ({ response: (turn) => turn.joins() });
const joinsLater: Deeds = () => ({ afterwards: (turn) => turn.post(turn.joins()) });
const inResponse =
  (choice: string): Deeds =>
  () => ({ response: (turn) => turn.chooses(choice) });
/** Posts these one after the other. */
const later =
  (...answers: readonly ((turn: Turn) => JsonObject)[]): Deeds =>
  () => ({
    async afterwards(turn) {
      for (const answer of answers) await turn.post(answer(turn));
      turn.release();
    },
  });
const chooses = (choice: string, changes?: JsonObject) => (turn: Turn) => turn.chooses(choice, changes);
const onlyThe =
  (nth: number, deeds: Deeds): Deeds =>
  (turn) =>
    turn.nth === nth ? deeds(turn) : {};

const NOBODYS_CONVERSATION = '00000000-0000-4000-8000-000000000000';
/** A token that no agent has; it must not be found in any log. */
export const FOREIGN_TOKEN = 'tok_that_is_nobodys_business';
const OTHER: { readonly [T in TongueName]: TongueName } = { rpc: 'flat', flat: 'v1', v1: 'rpc' };

/** The cases for players of one dialect. */
export function postingCases(tongue: TongueName): readonly PostingCase[] {
  const once = [1, 1] as const;
  const other = OTHER[tongue];
  const cases: readonly PostingCase[] = [
    {
      fact: 'posts both of its answers',
      ...{ invited: joinsLater, called: later(chooses('odd')) },
      ...{ replies: ['ok', 'ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'joins by post and chooses in the response',
      ...{ invited: joinsLater, called: inResponse('even') },
      ...{ replies: ['ok'], choice: 'even', asked: once },
    },
    {
      fact: 'posts its choice before it acknowledges the call, with a token of somebody else in it',
      called: () => ({ first: (turn) => turn.post(turn.chooses('odd', { auth_token: FOREIGN_TOKEN })) }),
      ...{ replies: ['ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'misses the first deadline and answers within the second',
      ...{ invited: onlyThe(2, joinsLater), called: onlyThe(2, later(chooses('odd'))) },
      ...{ replies: ['ok', 'ok'], choice: 'odd', asked: [2, 2], errors: ['E001', 'E001'] },
    },
    {
      fact: 'says the same twice',
      called: later(chooses('odd'), chooses('odd')),
      ...{ replies: ['ok', 'ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'replaces its choice while the other is still thinking',
      ...{ called: later(chooses('odd'), chooses('even')), holds: true },
      ...{ replies: ['ok', 'ok'], choice: 'even', asked: once },
    },
    {
      fact: 'posts one choice and gives another in the response',
      called: () => ({
        first: (turn) => turn.post(turn.chooses('odd')),
        response: (turn) => turn.chooses('even'),
        afterwards: async (turn) => turn.release(),
      }),
      holds: true,
      ...{ replies: ['ok'], choice: 'even', asked: once },
    },
    {
      fact: 'answers in the name of its opponent',
      called: later((turn) => turn.chooses('even', turn.inTheNameOf(turn.opponent)), chooses('odd')),
      ...{ replies: ['E012', 'ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'answers for another match',
      called: later(chooses('even', { match_id: 'R1M77' }), chooses('odd')),
      ...{ replies: ['E008', 'ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'answers in a conversation of nobody’s, and in none',
      called: later(
        chooses('even', { conversation_id: NOBODYS_CONVERSATION }),
        (turn) => without('conversation_id', turn.chooses('even')),
        chooses('odd'),
      ),
      ...{ replies: ['E012', 'E012', 'ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'chooses before it joins',
      invited: later(chooses('odd'), (turn) => turn.joins()),
      called: inResponse('even'),
      ...{ replies: ['E007', 'ok'], choice: 'even', asked: once },
    },
    {
      fact: 'posts a choice that is none, and then one that is',
      called: (turn) => later(chooses(turn.nth === 1 ? 'seven' : 'even'))(turn),
      ...{ replies: ['ok', 'ok'], choice: 'even', asked: [1, 2], errors: ['E004'] },
    },
    {
      fact: 'goes on posting when the match is over',
      called: inResponse('odd'),
      over: later(chooses('even'), chooses('odd'), (turn) => turn.joins()),
      ...{ replies: ['E007', 'ok', 'ok'], choice: 'odd', asked: once },
    },
    {
      fact: 'acknowledges every call and answers when the match is over',
      ...{ called: acknowledges, over: later(chooses('odd')) },
      ...{ replies: ['E007'], asked: [1, 3], errors: ['E001', 'E001', 'E001'] },
    },
    {
      fact: 'posts in another dialect than it registered in',
      invited: () => ({ afterwards: (turn) => turn.post(TONGUES[other].joins(turn.message, turn.me), other) }),
      called: inResponse('odd'),
      ...{ replies: ['ok'], choice: 'odd', asked: once },
    },
  ];
  return cases.map((each) => ({ invited: joins, ...each }));
}

function without(field: string, { [field]: _, ...rest }: JsonObject): JsonObject {
  return rest as JsonObject;
}
