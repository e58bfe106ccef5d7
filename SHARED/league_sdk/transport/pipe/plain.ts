/** The way to a child that knows no frame: requests go to it as they are, each under an id of the hub's own. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { failed } from './frame.ts';
import type { PipeEndpoint } from './hub.ts';
import type { StdioPipe } from './pipe.ts';

/** Delivers JSON-RPC requests and notifications; whatever else is meant for the child is REFUSED. */
export function plainEndpoint(pipe: StdioPipe): PipeEndpoint {
  return {
    deliver({ text, left }, settled) {
      const request = requestIn(text);
      if (request === undefined) {
        settled(failed('REFUSED', 'this agent takes one JSON-RPC request a line and nothing else'));
        return () => undefined;
      }
      const { id: theirs } = request;
      if (theirs === undefined) {
        const written = pipe.write(JSON.stringify(request));
        if (written === 'written') left?.();
        settled(written === 'written' ? { ok: true } : failed('UNREACHABLE', 'the pipe has ended, or nobody reads it'));
        return () => undefined;
      }
      const id = pipe.nextId();
      const asked = pipe.askLine(
        id,
        JSON.stringify({ ...request, id }),
        (delivered, response) => {
          // Whatever the child says is an answer, an error too: it is for the asker to judge.
          if (response === undefined) settled(delivered);
          else settled({ ok: true, text: JSON.stringify({ ...response, id: theirs }) });
        },
        left,
      );
      return () => {
        if (asked !== undefined) pipe.forget(asked, false);
      };
    },
  };
}

function requestIn(text: string): JsonObject | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return isJsonObject(value) && typeof value['method'] === 'string' ? value : undefined;
}
