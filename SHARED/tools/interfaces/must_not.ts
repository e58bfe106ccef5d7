/**
 * The non-responsibilities of specification 002 (sections 2.4, 3.4, 4.4, 5.4), line by line, and the test that holds
 * each.
 */

/** One line of a list: what must not be, and where it is held. */
export interface MustNot {
  /** In our own words. */
  readonly says: string;
  readonly file: string;
  readonly test: string;
  /** The reservation, where our answer is not simply yes. */
  readonly but?: string;
}

export interface MustNotList {
  /** The class of the surface it is about. */
  readonly name: string;
  readonly section: string;
  readonly lines: readonly MustNot[];
}

const LEAGUE = 'agents/trials/must_not.test.ts';
const CLIENT = 'SHARED/league_sdk/spec/mcp_client.test.ts';
const LAYERS = { file: LEAGUE, test: 'the agents and what they share import only what their layers may' };
const WORDS = { file: LEAGUE, test: 'league, referee and library say no word of any game' };
const OTHERS = {
  file: LEAGUE,
  test: 'the client imports wires and messages, and nothing of files, leagues, games or strategies',
};
const AS_GIVEN = {
  file: CLIENT,
  test: 'is sent as it is given, with an id of its own, and brings back the result untouched',
};
const ALONE = { file: LEAGUE, test: 'speaks to the manager alone, to register and to ask' };
const OWN_FILES = { file: LEAGUE, test: 'reads and writes its own files alone' };
const FROM_THE_MANAGER = { file: LEAGUE, test: 'rounds, orders, standings and the end come from the manager alone' };
const BY_A_REFEREE = {
  file: LEAGUE,
  test: 'nobody but a referee invites a player, asks it for a move, tells it of an error or of the end of a match',
};
const IN_PEACE = {
  file: LEAGUE,
  test: 'says nothing to the players of a match while it is played, however long one of them is silent',
};
const OWN_RECORDS = {
  file: LEAGUE,
  test: 'writes the records of its own matches, its outbox, its credentials and its log, and nothing else',
};

const manager: readonly MustNot[] = [
  {
    says: 'Run a match',
    file: LEAGUE,
    test: 'tells players of rounds, of the end and of their own failures, and nothing else',
  },
  { says: 'Enforce the rules of a game', ...WORDS },
  {
    says: 'Say who has won',
    file: 'agents/league_manager/results/check_report.test.ts',
    test: 'it is refused, unless it still says the same',
    but: 'It computes a result again with the judge it is handed, and refuses what does not follow; it never corrects.',
  },
  { says: 'Invite players', ...BY_A_REFEREE },
  {
    says: 'Collect choices',
    file: LEAGUE,
    test: 'a choice goes to the referee that asked for it, and to nobody else',
  },
  { says: 'Watch the deadlines of a match', ...IN_PEACE },
  { says: 'Deal with what goes wrong in a match', ...BY_A_REFEREE },
  {
    says: 'Keep transcripts',
    file: LEAGUE,
    test: 'writes the files of its league and its logs, and no transcript of any match',
  },
  { says: 'Talk to players while they play', ...IN_PEACE },
  { says: 'Have anything to do with strategies', ...LAYERS },
  {
    says: 'Take a match from a referee that is at work on it',
    file: 'agents/league_manager/play/dispatcher_reassign.test.ts',
    test: 'not while its referee answers, whatever it says',
    but: 'A referee that is gone, or reports nothing in twice the time of a match, loses it to another.',
  },
];

const referee: readonly MustNot[] = [
  { says: 'Keep the state of the league', ...OWN_RECORDS },
  {
    says: 'Run several matches at once',
    file: 'agents/referee/match/match_orders.test.ts',
    test: 'is one match more than it said it can run',
    but: 'One is the default; our referees say that they take more, and no match knows of another.',
  },
  {
    says: 'Register agents',
    file: 'agents/referee/states.test.ts',
    test: 'messages that are not for referees are none here, and nothing else either',
  },
  { says: 'Make schedules', ...FROM_THE_MANAGER },
  { says: 'Compute standings', ...LAYERS },
  { says: 'Know of other matches', file: LEAGUE, test: 'speaks of the matches it was ordered to run and of no other' },
  { says: 'Begin or end rounds', ...FROM_THE_MANAGER },
  { says: 'Announce rounds', ...FROM_THE_MANAGER },
  {
    says: 'Talk to the manager of anything but registration and results',
    file: LEAGUE,
    test: 'says nothing to the manager but who it is and how its matches ended',
    but: 'One query after the registration shows the new token, so that nobody else can ask for another.',
  },
  { says: 'Keep the history of players', ...OWN_RECORDS },
  { says: 'Contain strategies', ...LAYERS },
  {
    says: 'Decide for a player',
    file: 'agents/referee/match/play.test.ts',
    test: 'a seat that fails ends the game; the move of the other stands in the last step',
  },
];

const player: readonly MustNot[] = [
  { says: 'Run matches or enforce rules', ...LAYERS },
  { says: 'Coordinate other players', ...ALONE },
  { says: 'Keep the state of the league', ...OWN_FILES },
  { says: 'Assign matches or make schedules', ...FROM_THE_MANAGER },
  {
    says: 'Judge the choices of others',
    file: LEAGUE,
    test: 'hears of the choice of its opponent when the match is over, and not before',
  },
  {
    says: 'Say who has won',
    file: LEAGUE,
    test: 'takes the result as its referee tells it, whatever it might think of it',
  },
  {
    says: 'Draw the number',
    file: LEAGUE,
    test: 'draws no number: each follows from the seed that the manager had committed to',
  },
  { says: 'Write to other players', ...ALONE },
  { says: 'Write to several at once', ...ALONE },
  { says: 'Watch the deadlines of others', ...ALONE },
  { says: 'Register others', file: LEAGUE, test: 'registers itself and nobody else' },
  {
    says: 'Change the configuration',
    file: LEAGUE,
    test: 'writes data and logs, and never the configuration',
  },
  { says: 'Look into the history or the strategy of others', ...OWN_FILES },
];

const client: readonly MustNot[] = [
  { says: 'Have business of its own', ...OTHERS },
  { says: 'Keep the state of an agent', ...OTHERS },
  { says: 'Decide anything', ...OTHERS },
  { says: 'Check anything but the structure of messages', ...AS_GIVEN },
  { says: 'Write files', ...OTHERS },
  { says: 'Register anybody or keep standings', ...OTHERS },
  { says: 'Choose who gets a message', ...AS_GIVEN },
  { says: 'Make schedules', ...OTHERS },
  { says: 'Try again for reasons of business', file: CLIENT, test: 'is made once, whatever comes of it' },
  { says: 'Find out who somebody is; tokens pass through', ...AS_GIVEN },
  { says: 'Change what it carries', ...AS_GIVEN },
  { says: 'Know what a game is', ...WORDS },
];

/** The four lists in the order of the specification. */
export const MUST_NOT: readonly MustNotList[] = [
  { name: 'LeagueManager', section: '2.4', lines: manager },
  { name: 'Referee', section: '3.4', lines: referee },
  { name: 'Player', section: '4.4', lines: player },
  { name: 'MCPClient', section: '5.4', lines: client },
];
