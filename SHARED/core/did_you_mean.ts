/** "Did you mean …": the known word closest to a mistyped one. */

/** The candidate with the fewest letters to change, if that is few enough to be a slip. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // A slip leaves half of a short word as it is.
  let least = Math.min(Math.max(2, Math.floor(word.length / 3)), Math.ceil(word.length / 2)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** How many letters have to be put in, taken out or changed to make one word of the other. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(change, (above[column] as number) + 1, (line[column - 1] as number) + 1));
    }
    above = line;
  }
  return above[b.length] as number;
}
