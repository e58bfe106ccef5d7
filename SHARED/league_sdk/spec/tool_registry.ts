/** The Tool Registry of spec 004: the tools of all connected servers in one list, each under a name that is its own. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/json.ts';
import { err, ok, type Result } from '../../core/result.ts';

/** The description of a tool, as a server lists it. */
export interface ToolCard {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: JsonObject;
  /** Other fields of the tool; passed on as they are. */
  readonly more?: JsonObject;
}

/** A tool as a model is shown it; `name` leads to this one and no other, and every assistant accepts it. */
export interface ShownTool extends ToolCard {
  readonly server: string;
  /** Its name at its own server. */
  readonly own: string;
}

/** A name that leads to no tool, or to several. */
export interface NoSuchTool {
  /** AMBIGUOUS_TOOL: several servers have it, and it has to be called by a qualified name. */
  readonly code: 'UNKNOWN_TOOL' | 'AMBIGUOUS_TOOL';
  readonly detail: string;
}

/** Between the name of a server and that of its tool: `LM01__get_standings`. */
const JOINT = '__';
const LONGEST = 64;
/** The tool names that assistants accept; for one bad name they refuse the whole list. */
const TOOL_NAME = new RegExp(`^[a-zA-Z0-9_-]{1,${LONGEST}}$`);
/** Without the joint, so that a qualified name is read in one way, and short, to leave room for the tool's own. */
const SERVER_NAME = /^(?!.*__)[A-Za-z0-9_-]{0,31}[A-Za-z0-9-]$/;
const MARK_LENGTH = 8;

/** Whether tools can be qualified with this name. */
export function isServerName(name: string): boolean {
  return SERVER_NAME.test(name);
}

/**
 * The tools of all servers. Every tool is found by its qualified name, and by its own where that is unique.
 *
 * @example
 * const registry = new ToolRegistry();
 * registry.put('LM01', [{ name: 'get_standings', description: 'The table.', input: { type: 'object' } }]);
 * registry.find('LM01__get_standings').ok; // true, and so is registry.find('get_standings').ok
 */
export class ToolRegistry {
  readonly #servers = new Map<string, readonly ToolCard[]>();
  readonly #listeners = new Set<() => void>();
  #names: ReadonlyMap<string, ShownTool> | undefined;
  #shown: readonly ShownTool[] | undefined;

  /** Replaces the tools of a server; of two with one name the first counts. */
  put(server: string, tools: readonly ToolCard[]): void {
    if (!isServerName(server)) throw new Error(`not a name for a server: ${server}`);
    if (JSON.stringify(this.#servers.get(server)) === JSON.stringify(tools)) return;
    const byName = new Map([...tools].reverse().map((tool) => [tool.name, tool]));
    this.#servers.set(
      server,
      tools.filter((tool) => byName.get(tool.name) === tool),
    );
    this.#changed();
  }

  /** The list for a model: each tool once, under the shortest name that is its own, in the order of the servers. */
  list(): readonly ShownTool[] {
    this.#shown ??= this.#name();
    return this.#shown;
  }

  /** The tool that a name leads to. */
  find(name: string): Result<ShownTool, NoSuchTool> {
    this.list();
    const found = this.#names?.get(name);
    if (found !== undefined) return ok(found);
    const having = this.list().filter(({ own }) => own === name);
    if (having.length === 1) return ok(having[0] as ShownTool);
    if (having.length === 0) return err({ code: 'UNKNOWN_TOOL', detail: `no server has a tool ${name}` });
    const names = having.map((tool) => tool.name).join(', ');
    return err({
      code: 'AMBIGUOUS_TOOL',
      detail: `${having.length} servers have a tool ${name}: call one of ${names}`,
    });
  }

  /** Calls the listener whenever the list changes; returns a function that ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #name(): readonly ShownTool[] {
    const all = [...this.#servers].flatMap(([server, tools]) => tools.map((tool) => ({ server, tool })));
    const owners = Map.groupBy(all, ({ tool }) => tool.name);
    const qualified = new Set(all.map(({ server, tool }) => server + JOINT + tool.name));
    const taken = new Set([...qualified, ...owners.keys()]);
    const names = new Map<string, ShownTool>();
    const shown = all.map(({ server, tool }) => {
      // A tool may be called what another one is qualified as; then only qualified names are safe.
      const isAlone = owners.get(tool.name)?.length === 1 && !qualified.has(tool.name) && TOOL_NAME.test(tool.name);
      const full = server + JOINT + tool.name;
      const safe = TOOL_NAME.test(full) ? full : renamed(full, taken);
      const card = { ...tool, name: isAlone ? tool.name : safe, server, own: tool.name };
      for (const name of [card.name, safe, full]) names.set(name, card);
      return card;
    });
    this.#names = names;
    return shown;
  }

  #changed(): void {
    this.#shown = undefined;
    for (const listener of this.#listeners) listener();
  }
}

/** A free name that assistants accept, close to the tool's own; the same tool gets the same one. */
function renamed(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST - MARK_LENGTH - 1);
  for (let nth = 0; ; nth++) {
    const mark = createHash('sha256').update(`${nth} ${name}`).digest('hex').slice(0, MARK_LENGTH);
    const candidate = `${plain}_${mark}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
