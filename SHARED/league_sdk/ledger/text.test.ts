import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { ok } from '../../core/result.ts';
import { BEGINNING, eventsIn, verify, writeLine } from './text.ts';

/** The text of a ledger with these appends. */
function written(...appends: readonly (readonly Json[])[]): string {
  let [text, prev, seq] = ['', BEGINNING, 1];
  for (const events of appends) {
    const line = writeLine(seq, prev, events);
    text += `${line.text}\n`;
    prev = line.hash;
    seq += events.length;
  }
  return text;
}

describe('a ledger that was tampered with', () => {
  test('is DAMAGED, with the line, whichever byte was changed and to what', () => {
    const text = written([{ points: 3 }], ['\ufffd', 'שלום'], [{ winner: 'P01' }]);
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, difference) => {
        const changed = Buffer.from(bytes);
        changed[place] = (bytes[place] as number) ^ difference;
        const line = bytes.subarray(0, place).toString().split('\n').length;
        expect(verify(changed.toString())).toMatchObject({ ok: false, error: { code: 'DAMAGED', line } });
      }),
      { numRuns: 3_000 },
    );
  });

  test('is DAMAGED when a line is missing, doubled or in another place', () => {
    const text = written(['a'], ['b'], ['c']);
    const [a, b, c] = text.trimEnd().split('\n') as [string, string, string];
    for (const [lines, line] of [
      [[b, c], 1],
      [[a, c], 2],
      [[a, a, b, c], 2],
      [[a, c, b], 2],
      [[a, b, '', c], 3],
    ] as const) {
      expect(verify(`${lines.join('\n')}\n`)).toMatchObject({ ok: false, error: { code: 'DAMAGED', line } });
    }
  });

  test('says what is wrong with the line', () => {
    const text = written(['a'], ['b']);
    const other = written(['x'], ['b']);
    const [a, b] = text.split('\n') as [string, string];
    const [, stranger] = other.split('\n') as [string, string];
    const forged = writeLine(7, BEGINNING, ['a']).text;
    for (const [changed, detail] of [
      [`${a}\n${b} \n`, 'the line does not end with its hash'],
      [`${a}\n${b.replace('"b"', '"c"')}\n`, 'the line does not have the hash it was written with'],
      [`${a}\n${a}\n`, 'the line begins with event 1 where 2 should come'],
      [`${forged}\n`, 'the line begins with event 7 where 1 should come'],
      [`${a}\n${stranger}\n`, 'the line does not follow from the one before'],
      [`${a}\n${b} `, 'the end of the last line has been changed'],
    ] as const) {
      expect(verify(changed)).toMatchObject({ ok: false, error: { code: 'DAMAGED', detail } });
    }
  });
});

describe('a line that ends a segment, or begins one', () => {
  const a = writeLine(1, BEGINNING, ['a']);
  const ends = writeLine(2, a.hash, [], { ends: true });
  const begins = writeLine(2, ends.hash, [], { closed: [] });
  const b = writeLine(2, ends.hash, ['b']);
  const said = (...lines: readonly { readonly text: string }[]) =>
    verify(lines.map(({ text }) => `${text}\n`).join(''));

  test('stands between segments, and the next line follows from the end', () => {
    expect(said(a, ends)).toMatchObject({ value: { last: 1, ends: true } });
    expect(said(a, ends, begins, b)).toMatchObject({ value: { last: 2, ends: false } });
    const later = verify(`${begins.text}\n${b.text}\n`, undefined, { last: 1, hash: ends.hash });
    expect(later).toMatchObject({ value: { last: 2 } });
  });

  test.each([
    ['a beginning where nothing has ended', [a, writeLine(2, a.hash, [], { closed: [] })], 2],
    ['a beginning as the first line', [writeLine(1, BEGINNING, [], { closed: [] })], 1],
    ['a second beginning', [a, ends, begins, writeLine(2, ends.hash, [], { closed: [] })], 4],
    ['events in a beginning', [a, ends, writeLine(2, ends.hash, ['no link'], { closed: [] })], 3],
    ['events in an end', [a, writeLine(2, a.hash, ['no link'], { ends: true })], 2],
    ['an end that is a beginning', [a, ends, writeLine(2, ends.hash, [], { closed: [], ends: true })], 3],
    ['events behind an end', [a, ends, b], 3],
  ] as const)('is DAMAGED out of its place: %s', (_, lines, line) => {
    expect(said(...lines)).toMatchObject({ error: { code: 'DAMAGED', line } });
  });

  test('is what a later segment begins with', () => {
    const later = verify(`${b.text}\n`, undefined, { last: 1, hash: ends.hash });
    expect(later).toMatchObject({ error: { code: 'DAMAGED', line: 1 } });
  });
});

describe('what a ledger says', () => {
  test('is told line by line', () => {
    expect(eventsIn(written(['a', 'b'], ['c']))).toEqual(ok({ lines: [['a', 'b'], ['c']], torn: false }));
    expect(eventsIn('')).toEqual(ok({ lines: [], torn: false }));
  });

  test('ends before an append that was interrupted', () => {
    expect(eventsIn(written(['a'], ['b']).slice(0, -2))).toEqual(ok({ lines: [['a']], torn: true }));
  });

  test('is not told where it was changed', () => {
    const changed = written(['a'], ['b']).replace('"b"', '"c"');
    expect(eventsIn(changed)).toMatchObject({ ok: false, error: { code: 'DAMAGED', line: 2 } });
  });
});
