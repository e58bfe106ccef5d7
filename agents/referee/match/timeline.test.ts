import { describe, expect, test } from 'vitest';
import { TIMELINE_LENGTH, type TimelineEntry } from '../../../SHARED/contracts/messages/result.ts';
import { sleep } from '../../../SHARED/core/clock.ts';
import { fakeClock } from '../../../SHARED/testing/fake_clock.ts';
import { gameOf } from '../../../SHARED/testing/shipped_games.ts';
import { stage } from '../testing/rehearsal.ts';
import type { Question } from './questions.ts';
import { Recorder } from './recorder.ts';
import type { Seat } from './seat.ts';

const evenOdd = () => stage({ clock: fakeClock(), gameOf, game_type: 'even_odd' });
const timelineOf = ({ details }: { readonly details: object }) =>
  (details as { readonly timeline: readonly TimelineEntry[] }).timeline;

describe('the timeline of a match', () => {
  test('has every question with the times it was asked and answered, in report and record', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', {
      CHOOSE_PARITY_CALL: async (call) => {
        await sleep(s.clock, 1_234);
        return s.answerTo(call, 'odd');
      },
    });
    const result = await s.reported(s.clock);
    const join = { step: 0, awaited: 'GAME_JOIN_ACK', attempt: 1, asked_ms: 0, answered_ms: 0, deadline_ms: 5_000 };
    const move = { step: 1, awaited: 'CHOOSE_PARITY_RESPONSE', attempt: 1, asked_ms: 0, deadline_ms: 30_000 };
    expect(timelineOf(result)).toEqual([
      { player_id: 'P01', ...join },
      { player_id: 'P02', ...join },
      { player_id: 'P01', ...move, answered_ms: 0 },
      { player_id: 'P02', ...move, answered_ms: 1_234 },
    ]);
    expect(s.record().result?.timeline).toEqual(timelineOf(result));
  });

  test('has the fault of each attempt in the words its player was told', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', { CHOOSE_PARITY_CALL: (_call, nth) => (nth === 1 ? '<html>' : undefined) });
    const result = await s.reported(s.clock);
    const own = timelineOf(result).filter(({ player_id, step }) => player_id === 'P02' && step === 1);
    const told = s.got('P02', 'GAME_ERROR').map(({ message }) => message['error_description']);
    expect(own.map(({ fault }) => fault?.sentence)).toEqual(told);
    expect(
      own.map(({ attempt, asked_ms, answered_ms, deadline_ms }) => [attempt, asked_ms, answered_ms, deadline_ms]),
    ).toEqual([
      [1, 0, 0, 30_000],
      [2, 0, null, 30_000],
      [3, 30_000, null, 60_000],
    ]);
  });

  test('has how late an answer was, and so has what is told from then on', async () => {
    const s = evenOdd();
    await s.ready();
    await s.player('P01', 'even');
    await s.player('P02', 'odd', {
      CHOOSE_PARITY_CALL: async (call) => {
        await sleep(s.clock, 30_412);
        return s.answerTo(call, 'odd');
      },
    });
    const result = await s.reported(s.clock);
    const own = timelineOf(result).filter(({ player_id, step }) => player_id === 'P02' && step === 1);
    expect(own.map(({ answered_ms }) => answered_ms)).toEqual([30_412, 60_412, null]);
    const silent = 'P02 did not answer in time: it had not answered when its 30 s were over';
    const late = `${silent}; its answer to an earlier attempt came 412 ms late`;
    expect(s.got('P02', 'GAME_ERROR').map(({ message }) => message['error_description'])).toEqual([silent, late, late]);
    expect(result.details['reason']).toBe(`${late}; P01 wins.`);
  });

  test('leaves out the oldest answered ones where it is too long, and says how many', () => {
    const clock = fakeClock();
    const recorder = new Recorder('R1M1', { clock, log: { warning: () => undefined, error: () => undefined } });
    const seat = { player_id: 'P01' } as Seat;
    const question = (step: number) => ({ step, awaited: 'GAME_MOVE_RESPONSE', record: {} }) as Question<unknown>;
    for (let step = 1; step <= TIMELINE_LENGTH + 5; step++) {
      recorder.asked(seat, question(step), 1, 1_000);
      if (step === 2)
        recorder.failed(seat, question(step), {
          ...{ cause: 'timeout', code: 'E001', detail: 'x', awaited: 'GAME_MOVE_RESPONSE' },
          ...{ attempt: 1, limitMs: 1_000, retrying: true },
        });
    }
    const { timeline = [], timeline_left_out } = recorder.story;
    expect(timeline).toHaveLength(TIMELINE_LENGTH);
    expect(timeline_left_out).toBe(5);
    expect(timeline.slice(0, 2).map(({ step }) => step)).toEqual([2, 7]);
  });
});
