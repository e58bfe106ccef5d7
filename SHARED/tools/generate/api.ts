/** doc/API.md: every method of every agent, with a request to paste and the response to expect. */
import { PLAYBACK, ROUTES, type Route } from '../../contracts/api/routes.ts';
import type { Contract, Role } from '../../contracts/contract.ts';
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import { FILES, type FileShape } from '../../contracts/files/index.ts';
import { CONTRACTS, contractByType } from '../../contracts/index.ts';
import { type Look, READ_ONLY } from '../../contracts/read_only.ts';
import { SEAT_METHODS, type SeatMethod } from '../../contracts/seat_methods.ts';
import type { JsonObject } from '../../core/json.ts';
import { MAX_BATCH, requestEnvelope, resultEnvelope } from '../../league_sdk/messaging/envelope.ts';
import { exampleOf } from './examples.ts';
import { codeBlock, details, filled, markdownTable, readableJson } from './markdown.ts';
import { exampleLinks, messageLink, partiesOf } from './messages.ts';
import { plain } from './schemas.ts';
import { shortest } from './shortest.ts';
import { tokensOf } from './tokens.ts';

const SPEC = 'protocol_spec.md';
const ALL: readonly Contract[] = Object.values(CONTRACTS);

/** The address of each role in the examples, as in the shipped configuration. */
export type Endpoints = { readonly [R in Role]: string };

/** The whole document, from the text of its template. */
export function apiDocument(template: string, endpoints: Endpoints): string {
  const words = {
    manager: endpoints.league_manager,
    referee: endpoints.referee,
    player: endpoints.player,
    max_batch: String(MAX_BATCH),
  };
  return filled(template, words, {
    looks: () =>
      Object.values(READ_ONLY)
        .map((look) => lookSection(look, endpoints))
        .join('\n\n'),
    routes: () =>
      markdownTable(
        ['Path', 'Answer', 'Parameters'],
        [...Object.values<Route>(ROUTES), PLAYBACK].map(({ path, about, query }) => [
          `\`${path}\``,
          about,
          Object.keys(query.properties)
            .map((name) => `\`${name}\``)
            .join(', ') || '–',
        ]),
      ),
    seats: () =>
      Object.entries<SeatMethod>(SEAT_METHODS)
        .map(([name, method]) => seatSection(name, method, endpoints.league_manager))
        .join('\n\n'),
    methods: (...to) =>
      methodsTo(to as Role[])
        .map((contract) => methodSection(contract, endpoints))
        .join('\n\n'),
    files,
  });
}

/** The requests that are addressed to these roles and no others. */
function methodsTo(roles: readonly Role[]): readonly Contract[] {
  const found = ALL.filter(({ head }) => head.method !== undefined && sameParties(head.to, roles));
  if (found.length === 0) throw new Error(`no method is addressed to ${roles.join(' and ')}`);
  return found;
}

function sameParties(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

function lookSection({ method, about, at, params, example }: Look, endpoints: Endpoints): string {
  const names = Object.keys(params.properties).map((name) => `\`${name}\``);
  const facts = [
    ['Asked of', partiesOf(at)],
    ['Parameters', names.length === 0 ? 'none' : `${names.join(', ')} (may be left out)`],
  ];
  return [
    `### ${method}`,
    about,
    factList(facts),
    curl(endpoints[at[0] as Role], requestEnvelope(1, method, {})),
    response(resultEnvelope(1, example)),
  ].join('\n\n');
}

function seatSection(name: string, { about, params, example }: SeatMethod, manager: string): string {
  const needed: readonly string[] = params.required;
  const fields = Object.keys(params.properties).map((field) =>
    needed.includes(field) ? `\`${field}\`` : `\`${field}\` (may be left out)`,
  );
  return [
    `### ${name}`,
    about,
    factList([['Parameters', fields.join(', ')]]),
    curl(manager, requestEnvelope(1, name, example.params)),
    response(resultEnvelope(1, example.result)),
  ].join('\n\n');
}

function methodSection(contract: Contract, endpoints: Endpoints): string {
  const { head } = contract;
  const { method = '', from, to, reply, refusals = [] } = head;
  const role = to[0] as Role;
  const tokens = to.flatMap((party) => tokensOf(head, party as Role));
  const answer = reply === undefined ? undefined : contractByType(reply.type);
  const facts = [
    ['Message', messageLink(head.type, SPEC)],
    ['Who may call it', partiesOf(from)],
    ['Token', tokens.length === 0 ? 'none' : [...new Set(tokens.map(({ is }) => is))].join(', or ')],
    [
      'Answer',
      answer === undefined ? 'none' : `${messageLink(answer.head.type, SPEC)} within ${seconds(reply?.withinMs)}`,
    ],
    ['Refused with', refusals.length === 0 ? 'nothing of its own' : refusals.map(codeName).join(', ')],
    ['Complete examples', exampleLinks(contract)],
  ];
  const [token] = tokensOf(head, role);
  const { protocol, message_type, ...body } = shortest(contract, 'rpc');
  const params = {
    ...({ protocol, message_type } as JsonObject),
    ...(token === undefined ? {} : { auth_token: token.example }),
    ...(body as JsonObject),
  };
  return [
    `### ${method}`,
    head.about,
    factList(facts),
    curl(endpoints[role], requestEnvelope(reply === undefined ? undefined : 1, method, params)),
    ...(answer === undefined ? [] : [response(exampleOf(answer))]),
  ].join('\n\n');
}

/** The command that posts a request. Nothing in it may need quoting in a shell beyond what is there. */
function curl(endpoint: string, request: JsonObject): string {
  const body = readableJson(request);
  if (body.includes("'")) throw new Error(`a shell would end the text at the quote in ${body}`);
  return codeBlock('sh', `curl -s ${endpoint} -H 'content-type: application/json' -d '${body}'`);
}

function response(body: JsonObject): string {
  return details('Response', codeBlock('json', readableJson(body)));
}

function seconds(ms = 0): string {
  return `${ms / 1_000} s`;
}

function codeName(code: ErrorCode): string {
  return `${code} \`${ERRORS[code].name}\``;
}

function factList(facts: readonly (readonly string[])[]): string {
  return facts.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

function files(): string {
  const all: readonly (readonly [string, FileShape])[] = Object.entries(FILES);
  const rows = all
    .filter(([, { by }]) => by !== 'people')
    .map(([name, { path, by, schema }]) => [
      by === 'agents' ? 'every agent' : partiesOf([by]),
      `\`${path}\``,
      (plain(schema).description ?? '').replace(/^.*?: /, ''),
      `[schema](schemas/files/${name}.json)`,
    ]);
  return markdownTable(['Written by', 'File', 'What it is', 'Shape'], rows);
}
