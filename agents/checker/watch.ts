/** Watches the wires between a league and the one player that is checked: what was sent, what came back, how long it took; a check is judged from that. */

import type { DialectName } from '../../SHARED/contracts/dialects/dialect.ts';
import { canonicalType } from '../../SHARED/contracts/dialects/spellings.ts';
import { contractByMethod, contractByType } from '../../SHARED/contracts/index.ts';
import type { MoveWords } from '../../SHARED/contracts/moves.ts';
import type { Violation } from '../../SHARED/contracts/violations.ts';
import { type Clock, later } from '../../SHARED/core/clock.ts';
import { asText, isJsonArray, isJsonObject, type JsonObject, parseJson } from '../../SHARED/core/json.ts';
import { plainAddress } from '../../SHARED/league_sdk/transport/net_address.ts';
import type { Address, SendFailure, Transport } from '../../SHARED/league_sdk/transport/transport.ts';

/** A text that was sent to the player, and its fate. */
export interface Exchange {
  /** The type of the message in canonical words; of a look its method, of anything else `unknown`. */
  readonly type: string;
  /** Which question of the checker's own it was; absent for a message of the league. */
  readonly probe?: string;
  readonly sent: string;
  /** What came back, where something did; undefined is an empty answer. */
  readonly received?: string | undefined;
  /** Why nothing came back that could be read. */
  readonly failure?: Pick<SendFailure, 'code' | 'detail' | 'hungUp' | 'status'>;
  readonly tookMs: number;
}

/** A request that came from the player, and what the league answered. */
export interface Call {
  readonly asked: string;
  readonly answered: string | undefined;
}

export interface Watch {
  /** In the order in which they were over. */
  readonly exchanges: readonly Exchange[];
  readonly calls: readonly Call[];
  /** From now on the player is the party at this address. */
  follow(address: Address): void;
  /** The same transport; what it carries to and from the player is noted. */
  around(transport: Transport): Transport;
  /** Asks the player something of the checker's own, and notes it under the name of the probe. */
  ask(probe: string, text: string, patienceMs: number): Promise<Exchange>;
  /** Resolves when nothing more is worth waiting for: a question was not answered in time, or badly three times in a row. */
  readonly hopeless: Promise<'hopeless'>;
}

export interface WatchOptions {
  readonly clock: Clock;
  /** For what the checker asks itself. */
  readonly transport: Transport;
  /** Whether what came back for a message of the league can be used. */
  readonly isUsable: (exchange: Exchange) => boolean;
}

/** A question that is answered so often in a way that cannot be used will not be answered better. */
const TRIES = 3;

/** A watch that has seen nothing yet. */
export function watchPlayer({ clock, transport: wire, isUsable }: WatchOptions): Watch {
  const exchanges: Exchange[] = [];
  const calls: Call[] = [];
  const bad = new Map<string, number>();
  const { promise: hopeless, resolve: giveUp } = Promise.withResolvers<'hopeless'>();
  let player: Address | undefined;

  function note(exchange: Exchange): Exchange {
    exchanges.push(exchange);
    if (exchange.probe !== undefined) return exchange;
    const isLate = exchange.failure?.code === 'DEADLINE_PASSED';
    const count = isUsable(exchange) ? 0 : (bad.get(exchange.type) ?? 0) + (isLate ? TRIES : 1);
    bad.set(exchange.type, count);
    if (count >= TRIES && AWAITED.has(exchange.type)) giveUp('hopeless');
    return exchange;
  }

  async function sendAndNote(probe: string | undefined, send: ReturnType<Transport['send']>, text: string) {
    const from = clock.monotonic();
    const sent = await send;
    const tookMs = Math.round(clock.monotonic() - from);
    const named = probe === undefined ? { tookMs } : { tookMs, probe };
    const requests = probe === undefined ? batchIn(text) : undefined;
    if (!sent.ok) for (const each of requests ?? [text]) note({ ...named, ...typed(each), failure: sent.error });
    else if (requests === undefined) note({ ...named, ...typed(text), received: sent.value.text });
    else {
      const replies = batchIn(sent.value.text ?? '') ?? [];
      const replyTo = (request: string) => replies.find((reply) => objectIn(reply)['id'] === objectIn(request)['id']);
      for (const each of requests) note({ ...named, ...typed(each), received: replyTo(each) ?? sent.value.text });
    }
    return sent;
  }

  /** A name may be called by the address it stands for: port and path tell. */
  function isPlayer(transport: Transport, to: Address): boolean {
    const [there, here] = [URL.parse(to), URL.parse(player ?? '')];
    if (there === null || here === null || !transport.isRemote(to)) return false;
    return there.port === here.port && there.pathname === here.pathname;
  }

  return {
    exchanges,
    calls,
    hopeless,
    follow(address) {
      player = address;
    },
    around: (transport) => ({
      ...transport,
      send(to, text, deadline) {
        const sending = transport.send(to, text, deadline);
        return isPlayer(transport, to) ? sendAndNote(undefined, sending, text) : sending;
      },
      listen: (at, answer, side) =>
        transport.listen(
          at,
          Object.assign(async (...[text, origin]: Parameters<typeof answer>) => {
            const answered = await answer(text, origin);
            // A party of this process is known by its name, one of another by its network address.
            if (plainAddress(origin.address) !== undefined) calls.push({ asked: text, answered });
            return answered;
          }, answer),
          side,
        ),
    }),
    async ask(probe, text, patienceMs) {
      await sendAndNote(probe, wire.send(player ?? '', text, later(clock.monotonic(), patienceMs)), text);
      return exchanges.at(-1) as Exchange;
    },
  };
}

const AWAITED: ReadonlySet<string> = new Set(['GAME_INVITATION', 'CHOOSE_PARITY_CALL', 'GAME_MOVE_CALL']);

function typed(sent: string): Pick<Exchange, 'type' | 'sent'> {
  return { type: typeOf(sent), sent };
}

/** The messages of a batch, each as a text; undefined where the text is none. */
function batchIn(text: string): readonly string[] | undefined {
  const parsed = text.startsWith('[') ? parseJson(text) : undefined;
  return parsed?.ok && isJsonArray(parsed.value) ? parsed.value.map((each) => JSON.stringify(each)) : undefined;
}

/** The object in a text; an empty one where there is none. */
export function objectIn(text: string | undefined): JsonObject {
  const parsed = parseJson(text ?? '');
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}

/** The type of the message in a text, in canonical words. */
export function typeOf(text: string): string {
  const { method, message_type } = objectIn(text);
  if (typeof method === 'string') return contractByMethod(method)?.head.type ?? method;
  const type = asText(canonicalType(message_type));
  return contractByType(type) === undefined ? 'unknown' : type;
}

/** The message in a text, out of its envelope. */
export function bodyIn(text: string | undefined): JsonObject {
  const wire = objectIn(text);
  return isJsonObject(wire['params']) ? wire['params'] : wire;
}

/** Skipped: it could not be tried. */
export type Status = 'passed' | 'warned' | 'failed' | 'skipped';

/** The finding of a step. */
export interface Finding {
  readonly status: Status;
  /** In a sentence. */
  readonly detail: string;
  /** The text that shows it, and what came back for it. */
  readonly sent?: string;
  readonly received?: string;
  /** The kind of breach it is, for a step that failed. */
  readonly violation?: Violation;
  /** What to change, where that is another thing than the step says. */
  readonly mend?: string;
}

/** A match of the player in the league that was played, as its manager decided it. */
export interface CheckedMatch {
  readonly match_id: string;
  readonly opponent_id: string;
  readonly result: 'won' | 'drawn' | 'lost';
  /** The player's own fault, the sentence that a league has for it, and the rule that its referee saw broken. */
  readonly fault?: { readonly cause: string; readonly sentence: string; readonly violation?: Violation | undefined };
}

/** Everything the steps are judged from. */
export interface Evidence {
  /** Undefined: it has not registered here. */
  readonly registered: { readonly player_id: string; readonly endpoint: string } | undefined;
  /** Whether nothing can be said of it unless it registers: it was started here, or only plays. */
  readonly mustRegister?: boolean;
  /** Where the manager of the check listens. */
  readonly manager?: string;
  /** It was registered by its address, as an operator does for a player that does not register itself. */
  readonly isAdded?: boolean;
  readonly dialect: DialectName;
  readonly game_type: string;
  readonly words: Pick<MoveWords, 'call' | 'answer'>;
  readonly calls: readonly Call[];
  readonly exchanges: readonly Exchange[];
  readonly matches: readonly CheckedMatch[];
  /** How many matches were to be played. */
  readonly wanted: number;
  readonly limitsMs: { readonly join: number; readonly move: number; readonly other: number };
  /** How the program of the player ended, where that was too early. */
  readonly ended?: string | undefined;
}
