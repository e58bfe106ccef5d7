import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { mcpListings } from './mcp_listing.ts';

const listing = (path: string) => JSON.parse(new Map(mcpListings(manifest)).get(path) ?? 'null');

describe('the entry of the registry', () => {
  const entry = listing('mcp/server.json');

  test('has what the registry demands, within its bounds', () => {
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]{1,150}\/[a-zA-Z0-9._-]{1,49}$/);
    expect(entry.$schema).toMatch(
      /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/,
    );
    for (const said of [entry.title, entry.description]) expect(said.length).toBeLessThanOrEqual(100);
    expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const each of entry.packages) {
      expect(each).toMatchObject({ registryType: 'npm', transport: { type: 'stdio' }, version: entry.version });
      for (const { type, name, value } of each.packageArguments)
        expect(type === 'named' ? typeof name : typeof value).toBe('string');
    }
  });

  test('is of the package that proves the name', () => {
    expect([entry.name, entry.packages[0].identifier]).toEqual([manifest.mcpName, manifest.name]);
  });
});

test('the entry and the bundle are of one version, and start the same command', () => {
  const [entry, bundle] = [listing('mcp/server.json'), listing('mcp/manifest.json')];
  expect(bundle.version).toBe(entry.version);
  expect(bundle.server.mcp_config.args.slice(1, 3)).toEqual(['mcp', '--manager']);
  expect(bundle.server.mcp_config.args[0]).toBe(`\${__dirname}/${bundle.server.entry_point}`);
});
