/** A builder for every message (specs 000, 001 and 003): its contract's fields in, the whole checked message out. */
import type { Json, JsonObject } from '../core/json.ts';
import { err, type Result } from '../core/result.ts';
import type { Contract, MessageOf } from './contract.ts';
import { type Refusal, refusal } from './errors.ts';
import { PROTOCOL } from './fields.ts';
import * as control from './messages/control.ts';
import * as end from './messages/game_end.ts';
import * as gameflow from './messages/gameflow.ts';
import * as queries from './messages/queries.ts';
import * as registration from './messages/registration.ts';
import * as rounds from './messages/rounds.ts';
import * as standings from './messages/standings.ts';
import { readMessage } from './read.ts';

/** What a builder is told: all of a message but what goes without saying. The time is among it, for it is handed in. */
export type FieldsOf<C extends Contract> = Omit<MessageOf<C>, 'protocol' | 'message_type'>;

/** Builds one kind of message; E002, E003 or E021 when a field is wrong, missing, or no UTC time. */
export type Builder<C extends Contract> = (fields: FieldsOf<C>) => Result<MessageOf<C>, Refusal>;

const SAID_BY_THE_SENDER = ['sender', 'timestamp', 'conversation_id'] as const;

function builder<C extends Contract>(contract: C): Builder<C> {
  return (fields) => {
    const said = fields as JsonObject;
    const missing = SAID_BY_THE_SENDER.filter((name) => said[name] === undefined);
    if (missing.length > 0) return err(refusal('E003', `missing required field: ${missing.join(', ')}`));
    const message = { ...said, protocol: PROTOCOL, message_type: contract.head.type };
    return readMessage(contract, message, NOTHING_IS_MISSING) as Result<MessageOf<C>, Refusal>;
  };
}

const NOTHING_IS_MISSING = { timestamp: () => '', conversation_id: () => '' };

export const buildRefereeRegisterRequest = builder(registration.REFEREE_REGISTER_REQUEST);
export const buildRefereeRegisterResponse = builder(registration.REFEREE_REGISTER_RESPONSE);
export const buildLeagueRegisterRequest = builder(registration.LEAGUE_REGISTER_REQUEST);
export const buildLeagueRegisterResponse = builder(registration.LEAGUE_REGISTER_RESPONSE);
export const buildStartLeague = builder(control.START_LEAGUE);
export const buildLeagueStatus = builder(control.LEAGUE_STATUS);
export const buildShutdownCommand = builder(control.SHUTDOWN_COMMAND);
export const buildShutdownAck = builder(control.SHUTDOWN_ACK);
export const buildLeagueError = builder(control.LEAGUE_ERROR);
export const buildLeagueQuery = builder(queries.LEAGUE_QUERY);
export const buildLeagueQueryResponse = builder(queries.LEAGUE_QUERY_RESPONSE);
export const buildRoundAnnouncement = builder(rounds.ROUND_ANNOUNCEMENT);
export const buildRoundAnnouncementAck = builder(rounds.ROUND_ANNOUNCEMENT_ACK);
export const buildRunMatch = builder(rounds.RUN_MATCH);
export const buildRunMatchAck = builder(rounds.RUN_MATCH_ACK);
export const buildLeagueStandingsUpdate = builder(standings.LEAGUE_STANDINGS_UPDATE);
export const buildStandingsUpdateAck = builder(standings.STANDINGS_UPDATE_ACK);
export const buildRoundCompleted = builder(standings.ROUND_COMPLETED);
export const buildRoundCompletedAck = builder(standings.ROUND_COMPLETED_ACK);
export const buildLeagueCompleted = builder(standings.LEAGUE_COMPLETED);
export const buildLeagueCompletedAck = builder(standings.LEAGUE_COMPLETED_ACK);
export const buildGameInvitation = builder(gameflow.GAME_INVITATION);
export const buildGameJoinAck = builder(gameflow.GAME_JOIN_ACK);
export const buildChooseParityCall = builder(gameflow.CHOOSE_PARITY_CALL);
export const buildChooseParityResponse = builder(gameflow.CHOOSE_PARITY_RESPONSE);
export const buildGameMoveCall = builder(gameflow.GAME_MOVE_CALL);
export const buildGameMoveResponse = builder(gameflow.GAME_MOVE_RESPONSE);
export const buildGameOver = builder(end.GAME_OVER);
export const buildGameOverAck = builder(end.GAME_OVER_ACK);
export const buildGameError = builder(end.GAME_ERROR);
export const buildMatchResultReport = builder(end.MATCH_RESULT_REPORT);
export const buildMatchResultAck = builder(end.MATCH_RESULT_ACK);

/** A choice in the words of spec 000, which knows the player's id and needs no other sender. */
export type ParityChoiceFields = Omit<
  FieldsOf<typeof gameflow.CHOOSE_PARITY_RESPONSE>,
  'sender' | 'parity_choice' | 'player_id'
> & { readonly player_id: string; readonly choice: Json };

/** The answer that spec 000 calls PARITY_CHOICE, in canonical words; whom it is written to decides what it is called. */
export function buildParityChoice({
  choice,
  ...fields
}: ParityChoiceFields): ReturnType<typeof buildChooseParityResponse> {
  return buildChooseParityResponse({ ...fields, sender: `player:${fields.player_id}`, parity_choice: choice });
}
