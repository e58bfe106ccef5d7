import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Contract, Role } from './contract.ts';
import { CONTRACTS, contractByMethod } from './index.ts';
import { type Look, READ_ONLY } from './read_only.ts';
import { toolsOf } from './tools.ts';

const ROLES: readonly Role[] = ['league_manager', 'referee', 'player'];
const ALL = ROLES.flatMap((role) => toolsOf(role).map((tool) => ({ role, ...tool })));
const looks: readonly Look[] = Object.values(READ_ONLY);

test('every role offers its tools', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, toolsOf(role).map(({ name }) => name)]))).toEqual({
    league_manager: ['register_player', 'league_query', 'get_standings', 'get_status', 'start_league'],
    referee: ['run_match', 'get_match_state'],
    player: ['handle_game_invitation', 'choose_parity', 'game_move', 'notify_match_result', 'get_player_state'],
  });
});

describe.each(ALL)('$name', ({ role, name, about, title, input, output, readOnly, unsaid }) => {
  const contract = contractByMethod(name);
  const look = looks.find(({ method }) => method === name);

  test('is a method of its role, and says what the method is about', () => {
    expect(contract?.head.to ?? look?.at).toContain(role);
    expect(about).toBe(contract?.head.about ?? look?.brief ?? look?.about);
    expect(title).toMatch(/^[A-Z][a-z ]+$/);
  });

  test('has schemas of objects that stand for themselves', () => {
    for (const schema of [input, output]) {
      expect(schema['type']).toBe('object');
      expect(JSON.stringify(schema)).not.toContain('$ref');
    }
  });

  test('takes the example of its message without the envelope, and as it is', () => {
    const takes = new Ajv({ strict: false }).compile(input);
    const whole = contract?.example ?? {};
    const { protocol: _p, message_type: _t, sender: _s, timestamp: _w, conversation_id: _c, ...said } = whole;
    expect([takes(said), takes(whole)]).toEqual([true, true]);
    expect({ ...unsaid, ...said }).toMatchObject(unsaid);
  });

  test('answers what its schema says', () => {
    const answers = new Ajv({ strict: false }).compile(output);
    const type = contract?.head.reply?.type as keyof typeof CONTRACTS;
    expect(answers(look?.example ?? (CONTRACTS[type] as Contract).example)).toBe(true);
    expect(answers({})).toBe(false);
  });

  test('is read-only when it only asks', () => {
    expect(readOnly).toBe(look !== undefined || name === 'league_query');
  });
});

test('the token may be handed in, and the rest of the envelope need not be', () => {
  for (const { input, name } of ALL.filter(({ unsaid }) => Object.keys(unsaid).length > 0)) {
    const { properties, required } = input as {
      readonly properties: JsonObject;
      readonly required?: readonly string[];
    };
    expect(isJsonObject(properties['auth_token'] ?? null), name).toBe(true);
    for (const field of ['protocol', 'message_type', 'sender', 'timestamp']) {
      expect(properties, name).not.toHaveProperty(field);
      expect(required ?? [], name).not.toContain(field);
    }
  }
});
