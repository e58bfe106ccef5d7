/** The secrets in captured letters: their owners, and the agents that may ever see them. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../SHARED/core/json.ts';
import type { CapturedLeague, Letter } from './captured_league.ts';

export type Kind =
  | 'auth token'
  | 'manager token'
  | 'ticket'
  | 'conversation'
  | 'operator token'
  | 'league secret'
  | 'seed';

export interface Secret {
  readonly kind: Kind;
  readonly text: string;
  /** The agent it was given to. */
  readonly owner: string;
  readonly match_id?: string;
  /** The ids of all agents that may know it. */
  readonly knownTo: readonly string[];
}

/** Every secret of a league so far, oldest first. */
export function secretsOf({ letters, operator, disk }: Pick<CapturedLeague, 'letters' | 'operator' | 'disk'>) {
  const secrets: Secret[] = [
    { kind: 'operator token', text: operator, owner: 'operator', knownTo: ['LM01', 'operator'] },
    ...[...disk.files()]
      .filter(([path]) => path.endsWith('/secret'))
      .map(([, text]) => ({ kind: 'league secret', text: text.trim(), owner: 'LM01', knownTo: ['LM01'] }) as const),
    ...letters.flatMap(secretsIn),
  ];
  const all = [...new Map(secrets.map((secret) => [`${secret.kind} ${secret.text}`, secret])).values()];
  return {
    all,
    /** The secrets of one kind that one agent was given, oldest first. */
    of: (kind: Kind, owner: string, match_id?: string): readonly string[] =>
      all
        .filter((one) => one.kind === kind && one.owner === owner && (match_id ?? one.match_id) === one.match_id)
        .map(({ text }) => text),
  };
}
export type Secrets = ReturnType<typeof secretsOf>;

function secretsIn({ from, to, text, reply }: Letter): readonly Secret[] {
  return [
    ...messagesIn(text).flatMap((message) => inOrder(message, from, to)),
    ...(reply === undefined ? [] : messagesIn(reply).flatMap((message) => inRegistration(message, from))),
  ];
}

function inRegistration({ message_type, auth_token, manager_token }: JsonObject, owner: string): readonly Secret[] {
  if (!String(message_type).endsWith('_REGISTER_RESPONSE')) return [];
  const given = [
    ['auth token', auth_token],
    ['manager token', manager_token],
  ] as const;
  return given.flatMap(([kind, text]) =>
    typeof text === 'string' ? [{ kind, text, owner, knownTo: ['LM01', owner] }] : [],
  );
}

function inOrder(message: JsonObject, from: string, to: string): readonly Secret[] {
  const { message_type, match_id, players, draw_seed, conversation_id } = message;
  if (message_type === 'GAME_INVITATION') {
    const about = { owner: to, match_id: String(match_id), knownTo: [from, to] };
    return [{ kind: 'conversation', text: String(conversation_id), ...about }];
  }
  if (message_type !== 'RUN_MATCH' || !isJsonArray(players)) return [];
  const seats = players.filter(isJsonObject);
  const about = { match_id: String(match_id) };
  return [
    { kind: 'seed', text: String(draw_seed), owner: to, ...about, knownTo: ['LM01', to] },
    ...seats.map(({ player_id, ticket }) => {
      const owner = String(player_id);
      return { kind: 'ticket', text: String(ticket), owner, ...about, knownTo: ['LM01', to, owner] } as const;
    }),
  ];
}

/** The messages of a text, out of any envelope or batch. */
export function messagesIn(text: string): readonly JsonObject[] {
  const value = JSON.parse(text) as Json;
  return (isJsonArray(value) ? value : [value]).filter(isJsonObject).map((each) => {
    const inner = each['params'] ?? each['result'];
    return isJsonObject(inner) ? inner : each;
  });
}
