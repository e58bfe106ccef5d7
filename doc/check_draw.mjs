// Was a draw honest? node doc/check_draw.mjs MATCH.json … (records of SHARED/data/matches/). Nothing of the league is used.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const files = process.argv.slice(2);
if (files.length === 0) console.error('usage: node doc/check_draw.mjs MATCH.json …');
process.exitCode = files.length === 0 ? 2 : 0;
for (const file of files) {
  const { match_id, draw_seed, draw_commitment, result } = JSON.parse(readFileSync(file, 'utf8'));
  const seed = Buffer.from(draw_seed ?? '', 'hex');
  // What was promised before anybody chose.
  const kept = sha256(seed, match_id).toString('hex') === draw_commitment;
  // The first number of the chance stream: 48 bits as a fraction, then 1 to 10.
  const drawn = 1 + Math.floor((10 * sha256(seed, Buffer.alloc(4)).readUIntBE(0, 6)) / 2 ** 48);
  const said = result?.drawn_number ?? 'nothing drawn';
  const found = `commitment ${kept ? 'kept' : 'BROKEN'}  from the seed ${drawn}  recorded ${said}`;
  console.log(`${match_id}  ${draw_seed ? found : 'seed not revealed yet'}`);
  if (!kept || (typeof said === 'number' && said !== drawn)) process.exitCode = 1;
}
