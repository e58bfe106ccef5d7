/** A transport whose listeners speak MCP as well. */
import { ok } from '../../core/result.ts';
import type { Answer, Transport } from '../transport/transport.ts';
import type { Catalog } from './catalog.ts';
import { type McpOptions, mcpBeside } from './mcp_guest.ts';

/** Shows a face at every address listened at; agents need not know. What they send is carried as before. */
export function withMcp(transport: Transport, faceOf: (answer: Answer) => Catalog, options: McpOptions): Transport {
  return {
    send: (...what) => transport.send(...what),
    knock: (...what) => transport.knock(...what),
    close: () => transport.close(),
    async listen(at, answer) {
      const guest = mcpBeside(faceOf(answer), options);
      const listened = await transport.listen(at, answer, guest);
      if (!listened.ok) return listened;
      const { address, close } = listened.value;
      return ok({
        address,
        async close() {
          // Nobody new comes in; streams, which stay open as long as their clients like, are not waited for.
          const closing = close();
          await guest.close();
          await closing;
        },
      });
    },
  };
}
