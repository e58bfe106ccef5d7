/** Writes doc/TEST_RESULTS.md from the leagues that were played: figures are put in here, never typed. Pure. */
import { markdownTable } from '../../../SHARED/tools/generate/markdown.ts';
import { counted } from '../../launcher/output/text.ts';
import type { FolderCoverage } from './coverage.ts';
import type { Entrant } from './entrants.ts';
import { tallyOf } from './outings.ts';
import {
  duelsTable,
  failuresTable,
  gatheredOutings,
  gatheringTable,
  marksText,
  misbehaviourTable,
  percent,
} from './report_games.ts';
import type { Results } from './run.ts';
import { surprisesIn } from './surprises.ts';
import type { WireCounts } from './wire_tap.ts';

/** The limits of the league, and of what its test results show. */
export const LIMITATIONS: readonly string[] = [
  'Even/Odd cannot be played well. Against a player who chooses at random a quarter of the games is won, whatever one does, and against nobody more than half; the 60 % against a random agent that the specification asks for cannot be reached by skill.',
  'The duels are played in one process, over wires in memory and on virtual time. Only the leagues over HTTP use sockets, and those are on one machine: lost packets, slow networks and firewalls are not part of this.',
  'Here every agent is one of ours and speaks JSON-RPC with league.v2 messages. The bare dialects (`flat`, `v1`) and players of other making are tested by `npm test`.',
  'A schema tells the shape of a message and not its sense: by the schema any JSON value can be a choice, and the referee judges whether it is one. Looks such as `get_status` carry no message and have no schema; only their envelope is checked.',
  'The interval takes games as independent of each other. Where both players act on what they remember they are not, and the interval is only a guide.',
  'A strategy that never gives the event loop back (a loop without an `await`) cannot be interrupted. It holds up its own process, and loses on time.',
  'One manager process runs one league, on one machine; its ledger is a file there.',
];

export interface ReportHead {
  /** Such as 2025-01-15. */
  readonly date: string;
  readonly command: string;
  readonly seed: number;
  readonly games: number;
  /** Every message type that has a published schema. */
  readonly types: readonly string[];
  /** Absent: it was not measured in whole. */
  readonly coverage: readonly FolderCoverage[] | undefined;
}

/** The most violations and other surprises that are told one by one. */
const SHOWN = 20;

/** The whole document. The same results and head give the same text. */
export function reportText(results: Results, head: ReportHead): string {
  return `${[
    '# Test results',
    `Written by \`${head.command}\` on ${head.date}, with seed ${head.seed}; nobody types here. The same seed gives the same text, but for this date and the coverage.`,
    summary(results, head),
    '## Duels',
    duelsText(results, head),
    duelsTable(results.duels),
    marksText(results.duels),
    '## Timeouts and crashes',
    'A timeout is a game forfeited for silence. A crash is a game in which the player’s log tells of an error, or in which the guard had to move in its place.',
    failuresTable(results),
    '## Those who misbehave',
    `${counted(head.games, 'game')} each against \`random\`:`,
    misbehaviourTable(results.misbehaving),
    `And in ${counted(results.mixed.leagues.length, 'league')} together with the shipped players. Two who both forfeit draw.`,
    gatheringTable(results.mixed),
    '## Over HTTP',
    `The shipped players in ${counted(results.overHttp.leagues.length, 'league')}, each agent at a port of its own on the loopback of one machine.`,
    gatheringTable(results.overHttp),
    '## Messages',
    messagesText(results, head),
    '## Coverage',
    coverageText(head.coverage),
    '## Known limitations',
    LIMITATIONS.map((limitation) => `- ${limitation}`).join('\n'),
  ].join('\n\n')}\n`;
}

function summary(results: Results, { coverage }: ReportHead): string {
  const { duels, misbehaving, mixed, overHttp, otherGames, wires } = results;
  const gatherings = [mixed, overHttp, ...otherGames.values()];
  const dueled = [...duels, ...misbehaving].reduce((sum, { outings }) => sum + outings.first.length, 0);
  const gathered = gatherings.flatMap(({ leagues }) => leagues).reduce((sum, { matches }) => sum + matches.length, 0);
  const { timeouts, crashes } = tallyOf([
    ...[...duels, ...misbehaving].flatMap(({ first, second, outings }) => [
      ...(behaves(first) ? outings.first : []),
      ...(behaves(second) ? outings.second : []),
    ]),
    ...gatherings.flatMap((gathering) =>
      [...gathering.players].flatMap(([id, who]) => (behaves(who) ? gatheredOutings(gathering, id) : [])),
    ),
  ]);
  const all = coverage?.at(-1)?.statements;
  const rows = [
    ['games played', String(dueled + gathered)],
    ['messages on the wire', String(wires.memory.total + wires.http.total)],
    ['violations of a published schema', String(wires.memory.violations.length + wires.http.violations.length)],
    ['timeouts of those who behave', String(timeouts)],
    ['crashes of those who behave', String(crashes)],
    ['statements reached by the tests', all === undefined ? 'not measured' : percent(all.covered / all.total)],
  ];
  return `${markdownTable(['What', 'How much'], rows)}\n\n${verdict(surprisesIn(results))}`;
}

function behaves({ misbehaviour }: Entrant): boolean {
  return misbehaviour?.losesBy === undefined;
}

function verdict(surprises: readonly string[]): string {
  if (surprises.length === 0) return 'Nothing happened that must not happen.';
  return `**${counted(surprises.length, 'thing')} happened that must not happen:**\n\n${firstOf(surprises)}`;
}

function firstOf(lines: readonly string[]): string {
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return [...lines.slice(0, SHOWN), ...more].map((line) => `- ${line}`).join('\n');
}

function duelsText({ duels }: Results, { games }: ReportHead): string {
  return [
    `${counted(duels.length, 'pairing')} of ${counted(games, 'game')} of Even/Odd, each game a league of two with our own manager, referee and players. Players remember their games as they do from league to league, so whoever can learn, learns.`,
    'Whether a game is decided depends on the choices, and who wins it on the drawn number alone: with choices that differ in a share *d* of the games, *d*/2 are won, *d*/2 lost and the others drawn.',
    'Against a coin *d* is one half. Two that never change differ always or never; one that copies differs from them only by its first choice, and one that learns agrees with them only until it has learnt.',
    'Where both act on what the other did, the table holds them to what is true of everybody: of the games that are decided, half are won. (Two that copy each other decide all of their games or none, as their first choices were.)',
    'Technical losses are among those lost.',
  ].join(' ');
}

function messagesText({ wires: { memory, http }, otherGames }: Results, { types }: ReportHead): string {
  const kinds = [...new Set([...types, ...memory.kinds.keys(), ...http.kinds.keys()])].sort(byTypeFirst(types));
  const seen = kinds.filter((kind) => countOf(memory, kind) + countOf(http, kind) > 0);
  const unseen = types.filter((type) => !seen.includes(type));
  const rows = seen.map((kind) => {
    const bad = [memory, http].flatMap(({ violations }) => violations.filter(({ what }) => what === kind));
    return [`\`${kind}\``, String(countOf(memory, kind)), String(countOf(http, kind)), String(bad.length)];
  });
  const others = [...otherGames.keys()].map((game_type) => `\`${game_type}\``).join(', ');
  return [
    'Every request and every reply of all these leagues was read off the wire and held against `doc/schemas/`, as it lies on disk, by ajv, which shares no code with the validator of our agents; so were the JSON-RPC envelopes around them, and that each message came by its method and got its answer.',
    others === '' ? '' : `For the messages of other games, one league each of four random players: ${others}.`,
    markdownTable(['Message', 'In memory', 'Over HTTP', 'Violations'], rows),
    'Fewer answers than requests are no fault: those who misbehave leave some out, GAME_ERROR and LEAGUE_ERROR await none, and the GAME_OVER of a last round may come to a player that was told to end before; it has the result from ROUND_COMPLETED. `error -32603` is what a strategy that throws makes of its player; whatever is no answer is asked for again until the deadline, so there are many of them.',
    firstOf([...memory.violations, ...http.violations].map(({ what, by, fault }) => `\`${what}\` by ${by}: ${fault}`)),
    unseen.length === 0 ? '' : `Did not occur: ${unseen.map((type) => `\`${type}\``).join(', ')}.`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function byTypeFirst(types: readonly string[]) {
  const place = (kind: string) => (types.includes(kind) ? `0${kind}` : `1${kind}`);
  return (a: string, b: string) => (place(a) < place(b) ? -1 : 1);
}

function countOf({ kinds }: WireCounts, kind: string): number {
  return kinds.get(kind) ?? 0;
}

function coverageText(coverage: readonly FolderCoverage[] | undefined): string {
  if (coverage === undefined)
    return 'Not measured. `npm test` leaves it in `coverage/`, and the next run shows it here.';
  const share = ({ covered, total }: { readonly covered: number; readonly total: number }) =>
    total === 0 ? 'none' : `${percent(covered / total)} of ${total}`;
  const rows = coverage.map(({ folder, statements, branches }) => [folder, share(statements), share(branches)]);
  return `As the last \`npm test\` left it in \`coverage/\`.\n\n${markdownTable(['Folder', 'Statements', 'Branches'], rows)}`;
}
