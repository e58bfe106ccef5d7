/** Tools made from an agent's own methods: every check, token and log line is the same as for any other caller. */
import type { Role } from '../../contracts/contract.ts';
import { type ToolDefinition, toolsOf } from '../../contracts/tools.ts';
import { asText, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { openReply, requestText } from '../messaging/envelope.ts';
import type { Answer } from '../transport/transport.ts';
import type { Tool, ToolAnswer } from './catalog.ts';

/** An answer of these types says that something was refused. */
const ERROR_TYPES: ReadonlySet<Json | undefined> = new Set(['LEAGUE_ERROR', 'GAME_ERROR']);
const ID = 1;

/** The tools of a role, each of which puts its question to the agent's own `answer`. */
export function contractTools(answer: Answer, role: Role): readonly Tool[] {
  return toolsOf(role).map((definition) => toolOf(definition, answer));
}

function toolOf(definition: ToolDefinition, answer: Answer): Tool {
  const { name, title, about, input, output, readOnly, isUnlisted, unsaid } = definition;
  return {
    name,
    title,
    description: about,
    input,
    output,
    readOnly,
    isUnlisted,
    checksItself: true,
    async run(given, { origin: { tooMany: _, ...origin } }) {
      const text = await answer(requestText(ID, name, { ...unsaid, ...given }), origin);
      return answerIn(text === undefined ? null : (JSON.parse(text) as Json));
    },
  };
}

/** What came back for a call, as a tool says it. */
function answerIn(reply: Json): ToolAnswer {
  const opened = isJsonObject(reply) ? openReply(reply, ID) : undefined;
  if (opened?.ok !== true) throw new TypeError('an agent did not answer its own tool');
  if (opened.value.kind === 'error') {
    const { data, detail } = opened.value;
    return failedAnswer(isJsonObject(data) ? data : {}, detail);
  }
  const said = opened.value.kind === 'bare' ? opened.value.body : opened.value.result;
  const result = isJsonObject(said) ? said : {};
  return ERROR_TYPES.has(result['message_type']) ? failedAnswer(result) : { data: result };
}

/** A refusal as an answer, and in one line: its code, its name and what exactly was wrong. */
export function failedAnswer(data: JsonObject, otherwise = ''): ToolAnswer {
  const { error_code, error_name, error_description, detail } = data;
  const text =
    error_code === undefined
      ? [otherwise, asText(detail ?? '')].filter((part) => part !== '').join(': ')
      : `${asText(error_code)} ${asText(error_name)}: ${asText(error_description)}`;
  return { data, text, failed: true };
}
