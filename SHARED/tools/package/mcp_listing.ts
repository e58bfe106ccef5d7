/** The league in lists of MCP servers: the entry of the registry, and the manifest of a bundle. */

/** The fields of package.json that they are made from. */
export interface PackageFacts {
  readonly name: string;
  /** The name in the registry: a namespace that its publisher owns, and the name of the server. */
  readonly mcpName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

const TITLE = 'Even/Odd League';
/** The registry takes a hundred characters. */
const SHORT = 'Play a league of board games and guesses against other agents: join, wait for your turn, move.';
const MANAGER = 'http://localhost:8000/mcp';
const CODE = 'LEAGUE_INVITE_CODE';
const ABOUT_MANAGER = 'The address of the League Manager.';
const ABOUT_CODE = 'The invite code of a class league; leave it empty elsewhere.';

/** Both, by their paths below `doc`. */
export function mcpListings(facts: PackageFacts): readonly (readonly [path: string, text: string])[] {
  return [
    ['mcp/server.json', text(registryEntry(facts))],
    ['mcp/manifest.json', text(bundleManifest(facts))],
  ];
}

function text(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `server.json` of the MCP registry: the package, which is started as `league mcp`. */
function registryEntry({ name, mcpName, version }: PackageFacts) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: TITLE,
    description: SHORT,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          { type: 'named', name: '--manager', description: ABOUT_MANAGER, format: 'string', default: MANAGER },
        ],
        environmentVariables: [{ name: CODE, description: ABOUT_CODE, format: 'string', isSecret: true }],
      },
    ],
  };
}

/** `manifest.json` of an MCPB bundle: a folder into which the package was installed. */
function bundleManifest({ name, version, description, license, engines }: PackageFacts) {
  const entry = `node_modules/${name}/SHARED/tools/league.mjs`;
  return {
    manifest_version: '0.3',
    name,
    display_name: TITLE,
    version,
    description: SHORT,
    long_description: description,
    author: { name: `${TITLE} contributors` },
    license,
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry}`, 'mcp', '--manager', `\${user_config.manager}`],
        env: { [CODE]: `\${user_config.invite_code}` },
      },
    },
    // Which there are depends on the manager.
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      manager: { type: 'string', title: 'Manager', description: ABOUT_MANAGER, default: MANAGER, required: false },
      invite_code: {
        ...{ type: 'string', title: 'Invite code', description: ABOUT_CODE, default: '' },
        ...{ required: false, sensitive: true },
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  };
}
