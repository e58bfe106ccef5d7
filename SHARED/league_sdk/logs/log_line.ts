/** One event as one line of JSON: nothing in it can break the line, grow without bounds or give a secret away. */
import type { Json } from '../../core/json.ts';

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
const SECRET_TEXT = '"[secret]"';
const FIELD_LIMIT = 2_048;
const NAMES_KEPT = 1_000;
/** What JSON leaves as it is although terminals or line readers act on it: DEL and C1, and the two Unicode line ends. */
const CONTROL = /[\u007f-\u009f\u2028\u2029]/g;

/** Names come from our own code and are few, so each is quoted once. */
const quoted = new Map<string, string>();

/** The text of one line, its details beside the head or, where named, in a field of their own. */
export function logLine(head: { readonly [field: string]: string }, details: Details, nestedIn?: string): string {
  let line = '{';
  for (const name in head) line += `${line === '{' ? '' : ','}${field(name, head[name] as string)}`;
  let said = '';
  for (const name in details) {
    const value = details[name];
    if (value === undefined || (nestedIn === undefined && name in head)) continue;
    said += `${said === '' ? '' : ','}${field(name, value)}`;
  }
  if (nestedIn !== undefined) line += `,${quote(nestedIn)}:{${said}}`;
  else if (said !== '') line += `,${said}`;
  return `${line}}`.replace(CONTROL, escaped);
}

function field(name: string, value: Json): string {
  return `${quote(name)}:${SECRET.has(name) ? SECRET_TEXT : valueText(value)}`;
}

function quote(name: string): string {
  let text = quoted.get(name);
  if (text === undefined) {
    text = JSON.stringify(name);
    if (quoted.size < NAMES_KEPT) quoted.set(name, text);
  }
  return text;
}

function valueText(value: Json): string {
  // A replacer is slow, and only what has fields can hide a secret in one.
  const text = typeof value === 'object' ? JSON.stringify(value, withoutSecrets) : JSON.stringify(value);
  return text.length > FIELD_LIMIT ? shortened(text, value) : text;
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
