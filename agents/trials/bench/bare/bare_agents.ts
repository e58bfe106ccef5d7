/** The bare loop: agents that send a league's messages in a league's order, and know nothing of leagues. */

/** The requests and answers of a league, as they were recorded. */
export interface BareScript {
  readonly agents: readonly BareAgent[];
  readonly rounds: readonly BareRound[];
  /** The number of rounds to play: those that were recorded, from the first again after the last. */
  readonly plays: number;
  /** The requests of a match. */
  readonly requests: { readonly [R in 'order' | 'invitation' | 'call' | 'report' | 'end']: BareRequest };
  /** The answer to each method. */
  readonly results: { readonly [method: string]: unknown };
}

export interface BareAgent {
  readonly role: 'referee' | 'player';
  readonly address: string;
}

/** A request or a batch for every agent, by role; then the matches of the agents that have answered. */
export interface BareRound {
  readonly player: unknown;
  readonly referee: unknown;
  readonly matches: readonly BareMatch[];
}

export interface BareMatch {
  readonly match_id: string;
  readonly referee: string;
  readonly players: readonly [string, string];
}

interface BareRequest {
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
  readonly id: unknown;
}

/** Brings a text somewhere and the answer back. */
export interface BareWire {
  send(to: string, text: string): Promise<string>;
  /** The traffic that was sent from here so far. */
  readonly traffic: Traffic;
}

/** Round trips, and the bytes of their bodies in both directions. */
export interface Traffic {
  trips: number;
  bytes: number;
}

/** Answers a text. */
export type BareAnswer = (text: string, reply: (text: string) => void) => void;

/** A referee is given no more matches at once. */
const MATCHES_AT_ONCE = 64;

/** Answers everything with what was recorded. */
export function barePlayer({ results }: Pick<BareScript, 'results'>): BareAnswer {
  return answering(results, () => undefined);
}

/** Runs the matches it is ordered to; `rest` resolves when none is under way. */
export function bareReferee(wire: BareWire, script: Omit<BareScript, 'rounds'>, manager: string) {
  const { invitation, call, report, end, order } = script.requests;
  const running = new Set<Promise<void>>();

  async function run({ params }: BareRequest): Promise<void> {
    const players = [params['player_a_endpoint'], params['player_b_endpoint']] as string[];
    const askBoth = (request: BareRequest) => Promise.all(players.map((player) => ask(wire, player, request)));
    await askBoth(invitation);
    await askBoth(call);
    await ask(wire, manager, { ...report, params: { ...report.params, match_id: params['match_id'] } });
    await askBoth(end);
  }

  const answer = answering(script.results, (request) => {
    if (request.method !== order.method) return;
    const match = run(request).finally(() => running.delete(match));
    running.add(match);
  });
  return { answer, rest: async () => void (await Promise.all(running)) };
}

/** Plays all rounds; `play` resolves with the last report. Every report is told to `onResult`. */
export function bareManager(wire: BareWire, script: BareScript, onResult: () => void = () => undefined) {
  const { agents, rounds, plays, requests, results } = script;
  let reported = (_match_id: string): void => undefined;
  const answer = answering(results, ({ params }) => reported(params['match_id'] as string));

  function orderOf({ match_id, players: [a, b] }: BareMatch): BareRequest {
    const { order } = requests;
    return { ...order, params: { ...order.params, match_id, player_a_endpoint: a, player_b_endpoint: b } };
  }

  function playRound(round: BareRound): Promise<void> {
    const told = new Map(agents.map(({ role, address }) => [address, ask(wire, address, round[role])]));
    const queues = new Map(agents.map(({ address }) => [address, { running: 0, queue: [] as BareMatch[] }]));
    const refereeOf = new Map(round.matches.map(({ match_id, referee }) => [match_id, referee]));
    return new Promise((resolve, reject) => {
      let open = round.matches.length;
      const queueAt = (referee = '') => queues.get(referee) as { running: number; queue: BareMatch[] };
      const fill = (referee: string | undefined) => {
        const own = queueAt(referee);
        while (own.running < MATCHES_AT_ONCE && own.queue.length > 0) {
          own.running += 1;
          const match = own.queue.shift() as BareMatch;
          ask(wire, match.referee, orderOf(match)).catch(reject);
        }
      };
      reported = (match_id) => {
        onResult();
        const referee = refereeOf.get(match_id);
        queueAt(referee).running -= 1;
        fill(referee);
        open -= 1;
        if (open === 0) resolve();
      };
      for (const match of round.matches) {
        const bothTold = Promise.all(match.players.map((player) => told.get(player)));
        bothTold.then(() => {
          queueAt(match.referee).queue.push(match);
          fill(match.referee);
        }, reject);
      }
    });
  }

  async function play(): Promise<void> {
    for (let i = 0; i < plays; i++) await playRound(rounds[i % rounds.length] as BareRound);
  }

  return { answer, play };
}

async function ask(wire: BareWire, to: string, request: unknown): Promise<unknown> {
  return JSON.parse(await wire.send(to, JSON.stringify(request)));
}

function answering(results: BareScript['results'], heard: (request: BareRequest) => void): BareAnswer {
  const answerTo = ({ method, id }: BareRequest) => ({ jsonrpc: '2.0', result: results[method], id });
  return (text, reply) => {
    const asked = JSON.parse(text) as BareRequest | BareRequest[];
    reply(JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked)));
    if (!Array.isArray(asked)) heard(asked);
  };
}
