/** The facts about an HTTP request that its tool sees; the SDK carries them to its handlers as `authInfo`. */
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Origin } from '../transport/transport.ts';

const FACTS = 'facts';
/** The query by which a client asks for the list of all tools: `/mcp?tools=all`. */
const ALL_TOOLS = /[?&]tools=all(?:&|$)/;

export interface RequestFacts {
  readonly origin: Origin;
  /** Aborted when the client hangs up or the agent closes. */
  readonly hungUp: AbortSignal;
  /** Whether the answer is a stream, which can carry progress. */
  readonly isStream: boolean;
  readonly url?: string | undefined;
}

export function authInfoOf(facts: RequestFacts): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { [FACTS]: facts } };
}

/** The facts of the request that a handler works on; undefined where it came by a pipe. */
export function factsIn(authInfo: AuthInfo | undefined): RequestFacts | undefined {
  return authInfo?.extra?.[FACTS] as RequestFacts | undefined;
}

/** Whether the client asks for the list of all tools. */
export function asksForAllTools(authInfo: AuthInfo | undefined): boolean {
  return ALL_TOOLS.test(factsIn(authInfo)?.url ?? '');
}
