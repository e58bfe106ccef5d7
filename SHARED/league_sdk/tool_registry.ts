/** The Tool Registry of spec 004: the tools of all connected servers in one list, each under a name that is its own. */
import type { JsonObject } from './core/json.ts';
import { err, ok, type Result } from './core/result.ts';

/** What is known of a tool: enough to show it to a model. */
export interface ToolCard {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: JsonObject;
  /** Whatever else its server says of it; passed on as it is. */
  readonly more?: JsonObject;
}

/** A tool as a model is shown it; `name` leads to this one and no other. */
export interface ShownTool extends ToolCard {
  readonly server: string;
  /** What its own server calls it. */
  readonly own: string;
}

export interface NoSuchTool {
  /** AMBIGUOUS_TOOL: several servers have it, and it has to be called by a qualified name. */
  readonly code: 'UNKNOWN_TOOL' | 'AMBIGUOUS_TOOL';
  readonly detail: string;
}

/** Between the name of a server and that of its tool: `LM01.get_standings`. */
const DOT = '.';
const SERVER_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Keeps what servers say they have. Every tool can be called by its qualified name, and by its own where that is unique. */
export class ToolRegistry {
  readonly #servers = new Map<string, readonly ToolCard[]>();
  readonly #listeners = new Set<() => void>();
  #names: ReadonlyMap<string, ShownTool> | undefined;
  #shown: readonly ShownTool[] | undefined;

  /** Takes the tools of a server in the place of those it had before; of two with one name the first counts. */
  put(server: string, tools: readonly ToolCard[]): void {
    if (!SERVER_NAME.test(server)) throw new Error(`not a name for a server: ${server}`);
    if (JSON.stringify(this.#servers.get(server)) === JSON.stringify(tools)) return;
    const byName = new Map([...tools].reverse().map((tool) => [tool.name, tool]));
    this.#servers.set(
      server,
      tools.filter((tool) => byName.get(tool.name) === tool),
    );
    this.#changed();
  }

  /** Forgets a server and its tools. */
  remove(server: string): void {
    if (this.#servers.delete(server)) this.#changed();
  }

  get servers(): readonly string[] {
    return [...this.#servers.keys()];
  }

  /** What a model is shown: each tool once, under the shortest name that is its own, in the order the servers came. */
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
    if (having.length === 0) return err({ code: 'UNKNOWN_TOOL', detail: `no server has a tool ${name}` });
    const names = having.map((tool) => tool.name).join(', ');
    return err({
      code: 'AMBIGUOUS_TOOL',
      detail: `${having.length} servers have a tool ${name}: call one of ${names}`,
    });
  }

  /** Tells whenever the list is another one; gives how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #name(): readonly ShownTool[] {
    const all = [...this.#servers].flatMap(([server, tools]) => tools.map((tool) => ({ server, tool })));
    const owners = Map.groupBy(all, ({ tool }) => tool.name);
    const qualified = new Set(all.map(({ server, tool }) => server + DOT + tool.name));
    const names = new Map<string, ShownTool>();
    const shown = all.map(({ server, tool }) => {
      // A tool may be called what another one is qualified as; then only qualified names are safe.
      const isAlone = owners.get(tool.name)?.length === 1 && !qualified.has(tool.name);
      const full = server + DOT + tool.name;
      const card = { ...tool, name: isAlone ? tool.name : full, server, own: tool.name };
      names.set(full, card);
      if (isAlone) names.set(tool.name, card);
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
