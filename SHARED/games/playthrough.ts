/** A whole game as a text that a person can read, and that a change of the rules changes. */
import { sha256 } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import { chanceStream, seeded } from '../core/random.ts';
import type { Game } from './game.ts';
import { playout } from './playout.ts';

/** The transcript of the game with this seed: the same on every machine and in every run. */
export function playthrough(game: Game, seed: number): string {
  const seedHex = sha256(String(seed));
  const { scenes, final, outcome } = playout(game, { chance: chanceStream(seedHex), whims: seeded(seed) });
  const lines = [
    `${game.type} ${game.version}, ${game.seats} seats${game.seatsMatter ? ', which are not equal' : ''}`,
    `seed: ${seedHex}`,
  ];
  for (const [index, { state, toMove, step }] of scenes.entries()) {
    lines.push('', `step ${index + 1}`, `  state: ${text(state)}`);
    for (const seat of toMove) {
      lines.push(
        `  {${seat}} sees:  ${text(game.view(state, seat))}`,
        `  {${seat}} may:   ${game.moves(state, seat).map(text).join(' ')}`,
        `  {${seat}} plays: ${text(step[seat] as Json)}`,
      );
    }
  }
  lines.push('', 'over', `  state: ${text(final)}`, `  scores: ${outcome.scores.join(' : ')}`);
  lines.push(`  facts: ${text(outcome.facts)}`, `  ${game.explain(outcome)}`, '');
  return lines.join('\n');
}

function text(value: Json): string {
  return JSON.stringify(value);
}
