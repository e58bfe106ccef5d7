#!/usr/bin/env node
/** The command `league`: the launcher, from any folder; paths in its arguments are relative to where the user is. */
process.argv.splice(2, 0, 'agents/launcher/main.ts');
await import('./bootstrap.mjs');
