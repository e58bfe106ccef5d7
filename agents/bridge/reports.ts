/** What people are told of a bridge's sessions, a line each. */
import type { SessionChange } from '../../SHARED/league_sdk/spec/session_manager.ts';

/** The line on a change of a session, where it is worth one. */
export function reported({ server, event, why }: SessionChange, url: string): string | undefined {
  switch (event) {
    case 'opened':
      return `${server} at ${url} is connected.`;
    case 'failed':
      return `${server} at ${url} is not connected: ${why}. It is looked for until it is.`;
    case 'lost':
      return `${server} at ${url} is lost: ${why}. It is looked for again.`;
    default:
      return undefined;
  }
}
