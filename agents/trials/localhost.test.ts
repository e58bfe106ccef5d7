/** Leagues on machines with other networks than this one has: each in a network namespace of its own, gone with it. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from '../../SHARED/testing/foreign_http.ts';
import { foreignPlayer, registration } from '../../SHARED/testing/foreign_player.ts';
import { SHIPPED_CONFIG } from '../../SHARED/testing/test_config.ts';
import { ROOT } from '../launcher/world/installation.ts';
import { matchesIn, openHall } from './testing/hall.ts';
import { OwnStage } from './testing/own_stage.ts';
import { watched } from './testing/rehearsal.ts';

const stage = new OwnStage();
const BOTH = '127.0.0.1 localhost\n::1 localhost ip6-localhost\n';
/** Ports of the configuration: manager, referees, players. */
const PORTS = [8_000, 8_001, 8_002, 8_101, 8_102];

/** Root in a namespace, and of nothing outside of it. */
const APART = ['--map-root-user', '--net', '--mount', '--fork', '--kill-child', 'sh', '-ec'];
const PROBE =
  'mount --bind /etc/hosts /etc/hosts; ip link set lo up; ip addr add fd98::1/64 dev lo; ip addr del ::1/128 dev lo';
const probed = spawnSync('unshare', [...APART, PROBE], { encoding: 'utf8' });
const CAN = probed.status === 0;
if (!CAN) console.warn(`no network namespaces here, so no such leagues: ${probed.error?.message ?? probed.stderr}`);

/** Ports of ::1 where every visit is written down, until the process it was started by has ended. */
const THIEF = `
  const { appendFileSync, writeFileSync } = require('node:fs');
  const { createServer } = require('node:net');
  const [file, ...ports] = process.argv.slice(1);
  const servers = ports.map((port) => createServer(() => appendFileSync(file, port + ' ')).listen(Number(port), '::1'));
  servers.at(-1).once('listening', () => writeFileSync(file, ''));
  const starter = process.ppid;
  setInterval(() => process.ppid === starter || process.exit(), 50);
`;

const quoted = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** Plays a small league on a machine with this network and hosts file. */
async function play(network: string, hosts: string, referees: number, before = '') {
  const file = join(stage.folder, 'hosts');
  writeFileSync(file, hosts);
  const start = [process.execPath, 'SHARED/tools/start.mjs', 'agents/launcher/main.ts'];
  const run = quoted([...start, 'run', '--players', '2', '--referees', `${referees}`, '--json', ...stage.where]);
  const script = `mount --bind ${quoted([file])} /etc/hosts; ip link set lo up; ${network}; ${before} exec ${run}`;
  const options = { cwd: ROOT, detached: true, env: { ...process.env, NO_COLOR: '1' } } as const;
  const program = stage.own(watched(spawn('unshare', [...APART, script], options), 'a league apart'));
  const code = await program.ended();
  expect({ code, err: program.err() }).toMatchObject({ code: 0 });
  expect(JSON.parse(program.out())).toMatchObject({ matches: [{ match_id: 'R1M1', termination: 'normal' }] });
}

test.runIf(CAN).each([
  ['IPv4 only', 'ip addr del ::1/128 dev lo; ip addr add 198.51.100.1/24 dev lo', BOTH],
  ['IPv6 only', 'ip addr add fd98::1/64 dev lo', '::1 localhost\n'],
  ['IPv6 only, where names know of IPv4 alone', 'ip addr add fd98::1/64 dev lo', '127.0.0.1 localhost\n'],
  ['IPv6 only, even within the machine', 'ip addr del 127.0.0.1/8 dev lo; ip addr add fd98::1/64 dev lo', BOTH],
  ['no network', 'true', BOTH],
])('a league is played on a machine with %s', async (_what, network, hosts) => {
  await play(network, hosts, 1);
});

test.runIf(CAN)('a stranger at every port of ::1 hears nothing of a league on a machine with both', async () => {
  const visits = join(stage.folder, 'visits');
  const thief = quoted([process.execPath, '-e', THIEF, visits, ...PORTS.map(String)]);
  const settled = `until [ -e ${quoted([visits])} ]; do sleep 0.1; done;`;
  const network = 'ip addr add fd98::1/64 dev lo; ip addr add 198.51.100.1/24 dev lo';
  await play(network, BOTH, 2, `${thief} >/dev/null 2>&1 & ${settled}`);
  expect(readFileSync(visits, 'utf8')).toBe('');
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.runIf(HAS_IPV6)('players of other making are called where they listen, and no stranger beside them', async () => {
  const hall = await openHall(stage.folder, {});
  onTestFinished(() => hall.close());
  const enter = async (id: string, name: string, endpoint: string) => {
    const params = registration(name, endpoint, id);
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
    const response = await fetch(hall.manager, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await response.json()).toMatchObject({ result: { status: 'ACCEPTED' } });
  };
  // As `listen(8101, 'localhost')` has it on a machine whose names say ::1 first.
  const six = foreignPlayer();
  const sixth = await overHttp(six, '::1');
  onTestFinished(() => sixth.close());
  await enter('P01', 'Six', sixth.address.replace('[::1]', 'localhost'));
  // One that registers before it listens, and a stranger that was at the same port of ::1 before.
  let stolen = '';
  const thief = createServer((socket) => socket.on('error', () => undefined).on('data', (piece) => (stolen += piece)));
  onTestFinished(() => void thief.close());
  await new Promise<void>((resolve) => thief.listen(0, '::1', resolve));
  const { port } = thief.address() as { port: number };
  await enter('P02', 'Four', `http://localhost:${port}/mcp`);
  const four = foreignPlayer();
  const fourth = await overHttp(four, '127.0.0.1', port);
  onTestFinished(() => fourth.close());
  await Promise.all([hall.ours('referee', 'REF01'), hall.ours('player', 'P09')]);
  await hall.play();
  expect((await matchesIn(hall)).map(({ termination }) => termination)).toEqual(['normal', 'normal', 'normal']);
  for (const player of [six, four]) expect(player.told('choose_parity')).toHaveLength(2);
  expect(stolen).toBe('');
});

test.runIf(HAS_IPV6)(
  'two players of one localhost, each at its own kind of address, hear what is meant for each',
  async () => {
    const { network } = JSON.parse(readFileSync(join(SHIPPED_CONFIG, 'system.json'), 'utf8'));
    const hall = await openHall(stage.folder, { 'system.json': { network: { ...network, base_host: '[::]' } } });
    onTestFinished(() => hall.close());
    const { port: door } = new URL(hall.manager);
    const six = foreignPlayer();
    const sixth = await overHttp(six, '::1');
    onTestFinished(() => sixth.close());
    const { port } = new URL(sixth.address);
    const four = foreignPlayer();
    const fourth = await overHttp(four, '127.0.0.1', Number(port));
    onTestFinished(() => fourth.close());
    const enter = async (from: string, id: string, path: string) => {
      const params = registration(id, `http://localhost:${port}/${path}`, id);
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`http://${from}:${door}/mcp`, { method: 'POST', headers, body });
      expect(await response.json()).toMatchObject({ result: { status: 'ACCEPTED' } });
    };
    await enter('[::1]', 'Six', 'x');
    await enter('127.0.0.1', 'Four', 'mcp');
    await hall.ours('referee', 'REF01');
    await hall.play();
    expect((await matchesIn(hall)).map(({ termination }) => termination)).toEqual(['normal']);
    for (const player of [six, four]) expect(player.told('choose_parity')).toHaveLength(1);
  },
);
