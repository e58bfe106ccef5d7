/** The parts of a stand-in in plain Node: it listens, sends and complains. Nothing of the league's own code. */
import { createServer } from 'node:http';

let leaving = false;

/** Listens at a free port. `answer` makes of each message the answer to it; undefined is an empty response. */
export function listen(answer) {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      void reply(text, answer).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body), () => leaving && process.exit());
      });
    });
  });
  // Whoever started this program has gone when its end of the pipe is closed.
  process.stdin.on('end', () => process.exit()).resume();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/mcp`));
  });
}

async function reply(text, answer) {
  try {
    const message = JSON.parse(text);
    // Whether anybody is there is asked in JSON-RPC, which nobody here knows; any answer will do, and theirs is an error.
    if (message.method === 'ping') return { status: 400, body: { error: 'no such message' } };
    return { status: 200, body: await answer(message) };
  } catch (problem) {
    complain(`${problem} in: ${text}`);
    return { status: 400, body: { error: String(problem) } };
  }
}

/** Posts a message and gives back the object it is answered with; an empty response is an empty object. */
export async function post(endpoint, message, headers = {}) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`HTTP ${response.status} from ${endpoint}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Something was not as the documents say. The program goes on, and ends with exit code 1. */
export function complain(what) {
  process.stderr.write(`${what}\n`);
  process.exitCode = 1;
}

/** Tells whoever started this program what happens. */
export function say(what) {
  process.stdout.write(`${what}\n`);
}

/** Ends the program as soon as the answer to the present message has left. */
export function leave() {
  leaving = true;
}

/** Complains of each field of a message that is missing, or not as its document has it. */
export function expectFields(message, fields) {
  for (const [name, fits] of Object.entries(fields)) {
    if (!fits(message[name])) complain(`${message.message_type}: ${name} is ${JSON.stringify(message[name])}`);
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (value) => typeof value === 'string' && value !== '';
export const whole = (value) => Number.isInteger(value);
export const uuid = (value) => typeof value === 'string' && UUID.test(value);
export const utc = (value) => typeof value === 'string' && UTC.test(value);
export const is = (expected) => (value) => value === expected;
export const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);
export const matching = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
export const object = (fields) => (value) =>
  isObject(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
export const listOf = (fields) => (value) => Array.isArray(value) && value.every(object(fields));
export const maybe = (fits) => (value) => value === undefined || fits(value);

/** The time as every document wants it. */
export const now = () => new Date().toISOString();
