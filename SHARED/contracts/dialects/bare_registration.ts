/** Registrations without an envelope: an id and an endpoint in `flat`, the agent's description in `v1`. */
import { asText, type Json, type JsonObject } from '../../core/json.ts';
import { Endpoint, PROTOCOL_VERSION } from '../fields.ts';
import { Type } from '../schema_builder.ts';
import { type BareMessage, type BareMessages, fieldsIn } from './bare_message.ts';
import { inside, withoutUndefined } from './dialect.ts';
import { ONLY_GAME } from './results.ts';
import { UNNAMED_LEAGUE } from './spellings.ts';

type Role = 'player' | 'referee';

export const REGISTRATION: BareMessages = {
  REFEREE_REGISTER_REQUEST: request('referee'),
  LEAGUE_REGISTER_REQUEST: request('player'),
  REFEREE_REGISTER_RESPONSE: response('referee'),
  LEAGUE_REGISTER_RESPONSE: response('player'),
};

function request(role: Role): BareMessage {
  const [meta, id] = [`${role}_meta`, `${role}_id`];
  return {
    flat(message) {
      const { [id]: wish, display_name, contact_endpoint } = fieldsIn(message[meta]);
      return withoutUndefined({ ...message, [id]: wish ?? idLike(display_name), endpoint: contact_endpoint });
    },
    v1: (message) => inside(message, meta, (told) => (role === 'player' ? playerOfV1(told) : refereeOfV1(told))),
    read: (wire) => ({ ...wire, [meta]: readMeta(wire, role) }),
    requires: {
      flat: [
        [id, meta],
        ['endpoint', meta],
      ],
      v1: [[meta, 'endpoint']],
    },
    fields: {
      flat: { [id]: Type.String({ maxLength: 128, description: 'The id it would like to have.' }), endpoint: Endpoint },
      // A referee of 004 names its games otherwise, and need have no name.
      v1: role === 'player' ? {} : { [meta]: Type.Object({ contact_endpoint: Endpoint }) },
    },
  };
}

/** A name as an id: the flat documents demand one of every registration. */
export function idLike(name: Json | undefined): string {
  const id = asText(name).replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  return id.replace(/^[_-]+/, '').slice(0, 64) || 'agent';
}

/** Spec 004 requires both versions of a player. */
function playerOfV1(meta: JsonObject): JsonObject {
  return { version: '1.0.0', protocol_version: PROTOCOL_VERSION, ...meta };
}

/** The field of a referee's games has another name than that of a player's. */
function refereeOfV1({ game_types, ...meta }: JsonObject): JsonObject {
  return withoutUndefined({ ...meta, supported_games: game_types });
}

function readMeta(wire: JsonObject, role: Role): JsonObject {
  const { supported_games, ...meta } = fieldsIn(wire[`${role}_meta`]);
  const id = meta[`${role}_id`] ?? wire[`${role}_id`];
  const isFlat = wire.endpoint !== undefined;
  return withoutUndefined({
    ...meta,
    // In `flat` every agent is called by its id, and in `v1` a referee without a name of its own.
    display_name: meta.display_name ?? (isFlat || role === 'referee' ? id : undefined),
    contact_endpoint: meta.contact_endpoint ?? wire.endpoint,
    game_types: meta.game_types ?? supported_games ?? (isFlat ? [ONLY_GAME] : undefined),
    [`${role}_id`]: id,
  });
}

function response(role: Role): BareMessage {
  const id = `${role}_id`;
  const written = (message: JsonObject, [accepted, rejected]: readonly [string, string]): JsonObject => {
    const isIn = message.status === 'ACCEPTED';
    const { detail, reason } = message;
    const why = isIn ? undefined : (detail ?? reason ?? undefined);
    return withoutUndefined({
      ...message,
      [id]: message[id] ?? '',
      auth_token: message.auth_token ?? '',
      status: isIn ? accepted : rejected,
      error_message: why,
    });
  };
  return {
    flat: (message) => written(message, ['registered', 'error']),
    v1: (message) => written(message, ['ACCEPTED', 'REJECTED']),
    read: (wire) => ({
      ...wire,
      ...(wire[id] === '' ? { [id]: null } : {}),
      auth_token: wire.auth_token === '' ? null : (wire.auth_token ?? null),
      reason: wire.reason ?? null,
      league_id: wire.league_id ?? UNNAMED_LEAGUE,
    }),
  };
}
