import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { FILES } from '../../contracts/files/index.ts';
import { checkConfigKeys, configKeys, READERS } from './config_keys.ts';
import { readSources } from './sources.ts';

const sources = readSources(fileURLToPath(new URL('../../../', import.meta.url)));
const faults = (keys = configKeys(), read = sources) => checkConfigKeys(read, keys).map(({ what }) => what);

/** The keys of a file with one more, and of all others. */
function planted(name: string) {
  const { system } = FILES;
  const schema = Type.Object({ ...system.schema.properties, [name]: Type.Optional(Type.String()) });
  return configKeys({ ...FILES, system: { ...system, schema } });
}

test('every key of the configuration is read by something', () => {
  expect(configKeys().length).toBeGreaterThan(100);
  expect(faults()).toEqual([]);
});

describe('the gate objects', () => {
  test('to a key that nothing reads', () => {
    expect(faults(planted('colour_of_the_room'))).toEqual([
      expect.stringMatching(/^system\.colour_of_the_room is read by/),
    ]);
  });

  test('to a key whose name is that of a field of messages, unless the table says what reads it', () => {
    expect(faults(planted('winner'))).toEqual([
      expect.stringMatching(/^system\.winner has a name that messages have too/),
    ]);
  });

  test.each([
    ['system.system_id', /\bsystem_id\b/g],
    ['system.network.serve_mcp', /\bserve_mcp\b/g],
    ['system.timeouts.lease_sec', /ms\('lease_sec'\)/g],
    ['agents_config.players.active', /player\.active/g],
    ['games_registry.games.rules_module', /\brules_module\b/g],
  ])('when what reads %s is taken away', (place, reader) => {
    const without = sources.map((source) => ({ ...source, text: source.text.replace(reader, 'gone') }));
    expect(faults(configKeys(), without)).toEqual(
      expect.arrayContaining([expect.stringMatching(`^${place} is read by`)]),
    );
  });

  test('when any reader of the table is taken away', () => {
    const flat = sources.map((source) => ({ ...source, text: source.text.replace(/\s+/g, ' ') }));
    const silent = Object.entries(READERS).filter(([place, reader]) => {
      const without = flat.map((source) =>
        source.text.includes(reader) ? { ...source, text: source.text.replaceAll(reader, 'gone') } : source,
      );
      const keys = configKeys().filter((key) => key.place === place);
      return !faults(keys, without).some((what) => what.startsWith(`${place} is read by`));
    });
    expect(silent).toEqual([]);
  });

  test('to a reader of something that is no key', () => {
    const keys = configKeys().filter(({ place }) => place !== 'league.status');
    expect(faults(keys)).toEqual(['league.status has a reader in the table, and is no key']);
  });
});
