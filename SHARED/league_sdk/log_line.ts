/** One event as one line of JSON: nothing in it can break the line, grow without bounds or give a secret away. */
import type { Json } from './core/json.ts';

/** What is said of an event; undefined fields are left out. */
export type Details = { readonly [field: string]: Json | undefined };

const SECRET = new Set([
  'auth_token',
  'manager_token',
  'operator_token',
  'ticket',
  'token',
  'draw_seed',
  'authorization',
]);
const FIELD_LIMIT = 2_048;
/** What JSON leaves as it is although terminals or line readers act on it: DEL and C1, and the two Unicode line ends. */
const CONTROL = /[\u007f-\u009f\u2028\u2029]/g;

/** The text of one line, its details beside the head or, where named, in a field of their own. */
export function logLine(head: { readonly [field: string]: string }, details: Details, nestedIn?: string): string {
  const fields = Object.entries(head).map(([name, value]) => field(name, value));
  const said = Object.entries(details)
    .filter(([name, value]) => value !== undefined && !(nestedIn === undefined && name in head))
    .map(([name, value]) => field(name, value as Json));
  const line =
    nestedIn === undefined ? [...fields, ...said] : [...fields, `${JSON.stringify(nestedIn)}:{${said.join(',')}}`];
  return `{${line.join(',')}}`.replace(CONTROL, escaped);
}

function field(name: string, value: Json): string {
  const text = SECRET.has(name) ? '"[secret]"' : JSON.stringify(value, withoutSecrets);
  return `${JSON.stringify(name)}:${text.length > FIELD_LIMIT ? shortened(text, value) : text}`;
}

function withoutSecrets(key: string, value: unknown): unknown {
  return SECRET.has(key) ? '[secret]' : value;
}

/** Too long a text keeps its beginning; too long a structure becomes the beginning of its text. */
function shortened(text: string, value: Json): string {
  return JSON.stringify(`${(typeof value === 'string' ? value : text).slice(0, FIELD_LIMIT)}…`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
