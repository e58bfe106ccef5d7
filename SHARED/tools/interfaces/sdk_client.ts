/** The three modules every client has (004, Client Architecture), in the table of the library. */
import { entry, SDK_DOOR, type SdkChapter, type SdkEntry } from './sdk_kinds.ts';

const SESSIONS = 'SHARED/league_sdk/spec/session_manager.ts';
const TOOLS = 'SHARED/league_sdk/spec/tool_registry.ts';
const QUEUE = 'SHARED/league_sdk/spec/message_queue.ts';

/** The documents name the modules and what they are for; the methods are ours. */
function ours(name: string, file: string, given: Partial<SdkEntry> = {}): SdkEntry {
  return entry('', { name, file, ...given });
}

export const CLIENT_CHAPTER: SdkChapter = {
  title: 'Client modules',
  section: '004, Client Architecture, Mandatory Modules',
  door: SDK_DOOR,
  entries: [
    entry('Session Manager', {
      name: 'SessionManager',
      file: SESSIONS,
      differs:
        'Sessions by the name of their server. A session takes its handshake and gives its state, by the table of sessions in protocol_spec.md; who was just heard is asked for no heartbeat.',
    }),
    ours('SessionManager.add', SESSIONS),
    ours('SessionManager.get', SESSIONS),
    ours('SessionManager.states', SESSIONS),
    ours('SessionManager.onChange', SESSIONS),
    ours('SessionManager.close', SESSIONS),
    entry('Tool Registry', {
      name: 'ToolRegistry',
      file: TOOLS,
      differs:
        'A name that several servers have is called by a qualified one: `LM01__get_standings`. Every name shown is one that assistants take: letters, digits, `_` and `-`, at most 64.',
    }),
    ours('ToolRegistry.put', TOOLS),
    ours('ToolRegistry.list', TOOLS),
    ours('ToolRegistry.find', TOOLS, { failures: ['UNKNOWN_TOOL', 'AMBIGUOUS_TOOL'] }),
    ours('ToolRegistry.onChange', TOOLS),
    entry('Message Queue', {
      name: 'MessageQueue',
      file: QUEUE,
      differs: 'What goes out, bounded for each receiver; `intake` is the same for what comes in.',
    }),
    ours('MessageQueue.post', QUEUE, { failures: ['E014'] }),
    ours('MessageQueue.postWhenRoom', QUEUE, { failures: ['E014'] }),
    ours('MessageQueue.next', QUEUE),
    ours('MessageQueue.done', QUEUE),
    ours('MessageQueue.close', QUEUE),
    ours('intake', 'SHARED/league_sdk/flow/intake.ts', { failures: ['E014'] }),
  ],
};
