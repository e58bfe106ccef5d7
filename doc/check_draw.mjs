// Was a draw honest? node doc/check_draw.mjs MATCH.json … (records of SHARED/data/matches/). Nothing of the league is used.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
let wrong = 0;
for (const file of process.argv.slice(2)) {
  const match = JSON.parse(readFileSync(file, 'utf8'));
  const seed = Buffer.from(match.draw_seed, 'hex');
  // What was promised before anybody chose.
  const kept = sha256(seed, match.match_id).toString('hex') === match.draw_commitment;
  // The first number of the chance stream: 48 bits as a fraction, then 1 to 10.
  const drawn = 1 + Math.floor((10 * sha256(seed, Buffer.alloc(4)).readUIntBE(0, 6)) / 2 ** 48);
  const said = match.result.drawn_number ?? drawn;
  console.log(`${match.match_id}  commitment ${kept ? 'kept' : 'BROKEN'}  drawn ${drawn}  recorded ${said}`);
  if (!kept || drawn !== said) wrong += 1;
}
process.exitCode = wrong > 0 ? 1 : 0;
