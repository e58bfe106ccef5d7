import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/fake_clock.ts';
import { memoryDisk } from '../disk/memory_disk.ts';
import { OutboxRepository } from './outbox_repository.ts';

const PATH = '/data/referees/REF01/outbox.jsonl';
const RUN = { league_id: 'league', run_id: 'run_1' };
const draw_commitment = 'a'.repeat(64);
const begun = (...moves: { [player: string]: number }[]) => ({
  ...RUN,
  match_id: 'R1M1',
  assignment_epoch: 1,
  draw_commitment,
  moves,
});
const item = (match_id: string, assignment_epoch = 1, more = {}) => ({
  match_id,
  assignment_epoch,
  order: { match_id },
  report: { winner: null },
  ...more,
});

function opened(disk = memoryDisk()) {
  return { disk, outbox: new OutboxRepository('REF01', { disk, clock: fakeClock(), root: '/data' }) };
}

describe('the outbox', () => {
  test('holds a report until it is settled, over a restart', async () => {
    const { disk, outbox } = opened();
    expect(await outbox.left(RUN)).toEqual({ items: [], damaged: undefined });
    await outbox.keep(item('R10M1', 1, { record: { match_id: 'R10M1' } }));
    await outbox.keep(item('R2M1'));
    await outbox.settle(item('R2M1'));
    const again = opened(disk).outbox;
    expect((await again.left(RUN)).items).toEqual([item('R10M1', 1, { record: { match_id: 'R10M1' } })]);
    expect((await disk.read(PATH))?.split('\n')).toHaveLength(2);
    await again.settle(item('R10M1'));
    expect((await opened(disk).outbox.left(RUN)).items).toEqual([]);
  });

  test('tells assignments of a match apart', async () => {
    const { disk, outbox } = opened();
    await outbox.keep(item('R1M1', 1));
    await outbox.keep(item('R1M1', 2));
    await outbox.settle(item('R1M1', 1));
    expect((await opened(disk).outbox.left(RUN)).items).toEqual([item('R1M1', 2)]);
  });

  test('holds the moves of a match under way until the match is over, and over a restart', async () => {
    const { disk, outbox } = opened();
    await outbox.begun(begun({ P01: 0 }));
    await outbox.begun(begun({ P01: 0 }, { P02: 4 }));
    await outbox.close();
    // The run is voided: its report is settled, its moves are still good.
    await outbox.keep(item('R1M1'));
    await outbox.settle(item('R1M1'));
    const again = opened(disk).outbox;
    expect((await again.left(RUN)).items).toEqual([]);
    expect(again.movesOf(begun())).toEqual([{ P01: 0 }, { P02: 4 }]);
    expect(again.movesOf({ ...RUN, draw_commitment: 'b'.repeat(64) })).toEqual([]);
    await again.keep(item('R1M1', 2));
    await again.settle(item('R1M1', 2), draw_commitment);
    expect(again.movesOf(begun())).toEqual([]);
    const last = opened(disk).outbox;
    await last.left(RUN);
    expect(last.movesOf(begun())).toEqual([]);
    await last.close();
    expect([...disk.files().keys()]).toEqual([]);
  });

  test('drops the moves of another run when it is read, and has none for another run', async () => {
    const { disk, outbox } = opened();
    await outbox.begun(begun({ P01: 0 }));
    expect(outbox.movesOf({ ...begun(), run_id: 'run_2' })).toEqual([]);
    expect(outbox.movesOf({ ...begun(), league_id: 'another' })).toEqual([]);
    const next = opened(disk).outbox;
    await next.left({ ...RUN, run_id: 'run_2' });
    expect(next.movesOf(begun())).toEqual([]);
    expect(await disk.read(PATH)).toBe('');
    await next.close();
    expect(disk.files().size).toBe(0);
  });

  test('forgets the moves of its run when the run is over', async () => {
    const { disk, outbox } = opened();
    await outbox.begun(begun({ P01: 0 }));
    outbox.forgetMoves();
    expect(outbox.movesOf(begun())).toEqual([]);
    await outbox.close();
    expect(disk.files().size).toBe(0);
  });

  test('settles what it does not hold without a word', async () => {
    const { disk, outbox } = opened();
    await outbox.settle(item('R1M1'));
    expect(disk.files().size).toBe(0);
  });

  test('leaves no file when nothing is open, and its file when something is', async () => {
    const { disk, outbox } = opened();
    await outbox.keep(item('R1M1'));
    await outbox.close();
    expect([...disk.files().keys()]).toEqual([PATH]);
    await outbox.settle(item('R1M1'));
    await outbox.close();
    expect([...disk.files().keys()]).toEqual([]);
  });

  test('begins its file anew when it is long and nothing is open', async () => {
    const { disk, outbox } = opened();
    const long = { record: { text: 'x'.repeat(600_000) } };
    await outbox.keep(item('R1M1', 1, long));
    await outbox.keep(item('R1M2', 1, long));
    await outbox.settle(item('R1M1'));
    expect((await disk.read(PATH))?.length).toBeGreaterThan(1_200_000);
    await outbox.settle(item('R1M2'));
    expect(await disk.read(PATH)).toBe('');
    await outbox.keep(item('R1M3'));
    expect((await opened(disk).outbox.left(RUN)).items).toEqual([item('R1M3')]);
  });

  test('begins its file anew with the moves of matches under way', async () => {
    const { disk, outbox } = opened();
    await outbox.begun(begun({ P01: 0 }));
    const long = { record: { text: 'x'.repeat(1_200_000) } };
    for (let match = 2; match < 5; match++) {
      await outbox.keep(item(`R1M${match}`, 1, long));
      await outbox.settle(item(`R1M${match}`));
      expect(await disk.read(PATH)).toBe(`${JSON.stringify(begun({ P01: 0 }))}\n`);
    }
    await outbox.begun(begun({ P01: 0 }, { P02: 4 }));
    const again = opened(disk).outbox;
    await again.left(RUN);
    expect(again.movesOf(begun())).toEqual([{ P01: 0 }, { P02: 4 }]);
  });

  test('loses nothing behind a line that was cut off by a full disk, however many were on their way', async () => {
    const memory = memoryDisk();
    let room = Number.POSITIVE_INFINITY;
    const append: typeof memory.append = async (path, text) => {
      const fitting = text.slice(0, room);
      room = Number.POSITIVE_INFINITY;
      await memory.append(path, fitting);
      if (fitting !== text) throw new Error('the disk is full');
    };
    const { outbox } = opened({ ...memory, append });
    await outbox.keep(item('R1M1'));
    room = 40;
    const kept = await Promise.allSettled(['R1M2', 'R1M3', 'R1M4'].map((id) => outbox.keep(item(id))));
    expect(kept.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    room = 0;
    await expect(outbox.settle(item('R1M3'))).rejects.toThrow('full');
    await outbox.settle(item('R1M4'));
    const { items, damaged } = await opened(memory).outbox.left(RUN);
    expect(items).toEqual([item('R1M1'), item('R1M3')]);
    expect(await memory.read(damaged ?? '')).toContain('R1M2');
    expect((await opened(memory).outbox.left(RUN)).damaged).toBeUndefined();
  });

  test('sets aside what nobody can make sense of, beside the lines that cannot be read', async () => {
    const { disk, outbox } = opened();
    await disk.append(PATH, `not a line\n${JSON.stringify(item('R1M1'))}\n`);
    const { damaged } = await outbox.left(RUN);
    expect(await outbox.setAside(item('R1M1'))).toBe(damaged);
    expect((await disk.read(damaged ?? ''))?.match(/R1M1/g)).toHaveLength(4);
    const other = opened();
    const aside = await other.outbox.setAside(item('R1M2'));
    expect(await other.disk.read(aside)).toBe(`${JSON.stringify(item('R1M2'))}\n`);
  });
});
