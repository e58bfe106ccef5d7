/** The catalog that an agent shows to clients of MCP, in our own words: the official SDK is behind `serve_mcp.ts` alone. */
import type { JsonObject } from '../../core/json.ts';
import type { Origin } from '../transport/transport.ts';

/** The answer of a tool. */
export interface ToolAnswer {
  /** The answer as data; it fits the tool's output schema unless `failed`. */
  readonly data: JsonObject;
  /** The same for people and models to read; absent: the data as JSON. */
  readonly text?: string;
  readonly failed?: boolean;
}

/** The caller of a tool, and whether it still waits. */
export interface ToolCaller {
  readonly origin: Origin;
  /** Aborted when the client gives up or hangs up. */
  readonly signal: AbortSignal;
  /** How long its client allows a call to take; absent: it is no client of MCP, and nothing is known of it. */
  readonly holdMs?: number;
  /** Tells the client that its call goes on; absent where the client did not ask to be told, or could not hear it. */
  readonly progress?: (text: string) => void;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: JsonObject;
  readonly output?: JsonObject;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  /** Whether what it does may be regretted, so that clients had better ask before; absent: it may not. */
  readonly destructive?: boolean;
  /** Whether doing it again changes nothing more. */
  readonly idempotent?: boolean;
  /** Whether it is left out of the usual list of tools, and can be called all the same. */
  readonly isUnlisted?: boolean;
  /** Whether `run` checks its arguments itself. */
  readonly checksItself?: boolean;
  /** Never rejects: what goes wrong is an answer that failed. `given` fits `input`, unless it `checksItself`. */
  run(given: JsonObject, caller: ToolCaller): Promise<ToolAnswer>;
}

/** Something that can be read under a name of its own, `league://standings`. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** Many resources of one kind, `league://matches/{match_id}`. */
export interface ResourceFamily {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Values for the variable of the template that begin like this, at most 100. */
  complete(beginning: string): readonly string[];
}

export interface Resources {
  /** Those that exist now. */
  list(): readonly Resource[];
  readonly families: readonly ResourceFamily[];
  /** The text or the bytes, or undefined when there is no such resource. */
  read(uri: string): Promise<string | Uint8Array | undefined>;
  /** Tells of every resource that has changed; returns how to stop that. */
  onChange(changed: (uri: string) => void): () => void;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Values that begin like this, at most 100; absent: none are known. */
  readonly complete?: (beginning: string) => readonly string[];
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly given: readonly PromptArgument[];
  /** What a model is told, as the user's words. */
  write(given: { readonly [name: string]: string }): Promise<string>;
}

/** Everything one agent shows. */
export interface Catalog {
  /** `league_manager`, `referee`, `player`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** What a model should know before it uses the tools. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources?: Resources;
  readonly prompts?: readonly Prompt[];
}
