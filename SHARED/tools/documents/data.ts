/** Checks the data in documents: JSON parses, messages keep to their contracts, diagrams are of a known kind. */
import { detectDialect, dialectOf, envelopeOf } from '../../contracts/dialects/detect.ts';
import { canonicalType } from '../../contracts/dialects/spellings.ts';
import { contractByMethod, contractByType } from '../../contracts/index.ts';
import { readMessage } from '../../contracts/read.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** The faults of a block of JSON, or of one JSON text a line, and of the messages in it. */
export function checkJson(text: string, language: 'json' | 'jsonl'): readonly string[] {
  const texts = language === 'json' ? [text] : text.split('\n').filter((line) => line.trim() !== '');
  return texts.flatMap((one) => {
    const value = parsed(one);
    if (value instanceof Error) return [`no JSON: ${value.message}`];
    const messages = (isJsonArray(value) ? value : [value]).filter((entry) => envelopeOf(entry) !== 'none');
    return messages.flatMap((message) => faultOfMessage(message as JsonObject) ?? []);
  });
}

function parsed(text: string): Json | SyntaxError {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** Made up where a message leaves it open. */
const OPEN = { timestamp: () => '2025-01-15T10:00:00.000Z', conversation_id: () => 'a conversation' };
const HINTS = { me: 'P01', now: OPEN.timestamp, seed: () => '0f'.repeat(32) };

function faultOfMessage(wire: JsonObject): string | undefined {
  const envelope = envelopeOf(wire);
  if (envelope === 'jsonrpc' && wire['error'] !== undefined) return undefined;
  const body = envelope === 'jsonrpc' ? (wire['params'] ?? wire['result']) : wire;
  const method = envelope === 'jsonrpc' ? wire['method'] : undefined;
  if (!isJsonObject(body) || typeof body['message_type'] !== 'string') {
    // Read-only methods, and answers that only acknowledge, carry no message.
    return undefined;
  }
  const contract = contractByType(canonicalType(body['message_type']));
  if (contract === undefined) return `there is no message ${body['message_type']}`;
  if (typeof method === 'string' && method !== 'mcp_message' && contractByMethod(method) !== contract) {
    return `${method} does not carry ${contract.head.type}`;
  }
  const dialect = dialectOf(detectDialect(envelope, body));
  const answered = contract.head.method === undefined ? { awaited: contract.head.type } : {};
  const read = readMessage(contract, { protocol: 'league.v2', ...dialect.read(body, { ...HINTS, ...answered }) }, OPEN);
  return read.ok ? undefined : `${contract.head.type}: ${read.error.code} ${read.error.detail}`;
}

const DIAGRAMS = /^(flowchart|graph|sequenceDiagram|stateDiagram-v2|classDiagram)\b/;

/** The fault of a diagram, as far as its first word tells. */
export function checkMermaid(text: string): string | undefined {
  return DIAGRAMS.test(text.trimStart()) ? undefined : `no diagram: ${text.trim().split('\n')[0]}`;
}
