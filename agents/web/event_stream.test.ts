import { afterEach, describe, expect, test } from 'vitest';
import { EventsPage } from '../../SHARED/contracts/api/events.ts';
import { check } from '../../SHARED/contracts/read.ts';
import { KEPT_EVENTS } from '../league_manager/league/read_league.ts';
import { AT, RUN, registration } from '../league_manager/testing/rehearsal.ts';
import { closeAll, page, reading, serving, until } from './testing/stream_stage.ts';

afterEach(closeAll);

describe('a page of events', () => {
  test('has the newest without a place, or those after one, and says where to go on', async () => {
    const { at, happen } = await serving();
    await happen(...['P01', 'P02', 'P03'].map((id) => registration(id)));
    const { status, data } = await page(at);
    expect(status).toBe(200);
    expect(check(EventsPage, data as never)).toEqual({ ok: true, value: undefined });
    expect(data).toMatchObject({ run_id: RUN, sequence: 4, first: 2 });
    const ids = async (query: string) => {
      const { rows, sequence } = (await page(`${at}?${query}`)).data;
      return [rows.map(({ agent_id }) => agent_id), sequence];
    };
    expect(await ids('limit=2')).toEqual([['P02', 'P03'], 4]);
    expect(await ids('after=0&limit=2')).toEqual([['P01', 'P02'], 3]);
    expect(await ids('after=3')).toEqual([['P03'], 4]);
    expect(await ids('after=4')).toEqual([[], 4]);
    expect(await ids('after=999999999999999')).toEqual([[], 4]);
  });

  test('that did not change is not sent again', async () => {
    const { at, happen } = await serving();
    const first = await fetch(at);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    const refused = await fetch(`${at}?limit=0`);
    for (const { headers } of [first, refused]) expect(headers.get('vary')).toContain('origin');
    expect((await fetch(at, { headers })).status).toBe(304);
    await happen(registration('P09'));
    expect((await fetch(at, { headers })).status).toBe(200);
  });

  test.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=',
    'after=-1',
    'after=x',
    'more=1',
    '__proto__=1',
    'limit=5&limit=6',
  ])('is refused in words for the query %s', async (query) => {
    const { at } = await serving();
    const { status, data } = await page(`${at}?${query}`);
    expect(status).toBe(400);
    expect(data.error).toMatch(/\w/);
  });

  test('and a stream are refused while there is no league to be seen', async () => {
    const { at, hide } = await serving();
    hide();
    const { status, data } = await page(at);
    expect([status, data.error]).toEqual([503, 'the league is not to be seen at present; try again a little later']);
    expect((await reading(at)).status).toBe(503);
  });
});

describe('a reader of the stream', () => {
  test('hears how far the league is, and then each batch in one event with its id', async () => {
    const { at, happen } = await serving();
    const reader = await reading(at);
    expect(reader.headers.get('content-type')).toBe('text/event-stream');
    expect(await reader.next()).toEqual({
      ...{ retry: '2000', id: `${RUN}.1`, event: 'events' },
      data: { sequence: 1, events: [] },
    });
    await happen(registration('P01'), registration('P02'));
    await happen({ type: 'token_confirmed', at: AT, agent_id: 'P01' });
    await happen(registration('P03'));
    expect(await reader.next()).toMatchObject({
      ...{ id: `${RUN}.3`, event: 'events' },
      data: { sequence: 3, events: [{ agent_id: 'P01' }, { agent_id: 'P02' }] },
    });
    expect(await reader.next()).toMatchObject({ id: `${RUN}.5`, data: { events: [{ agent_id: 'P03' }] } });
  });

  test('is told a name as it is, on one line of data', async () => {
    const { at, happen } = await serving();
    const reader = await reading(at);
    await reader.next();
    await happen(registration('P01', { display_name: '</script>\n\ndata: x\r\nid: 9\u2028' }));
    const frame = await reader.next();
    expect(frame?.id).toBe(`${RUN}.2`);
    expect(frame?.data?.events?.[0]?.text).toContain('</script>\n\ndata: x\r\nid: 9\u2028 (P01)');
  });

  test.each(['the header', 'the query'])('that comes back gets what it missed, by %s', async (way) => {
    const { at, happen } = await serving();
    const reader = await reading(at);
    const id = (await reader.next())?.id as string;
    reader.leave();
    await happen(registration('P01'));
    await happen(registration('P02'));
    const back = way === 'the header' ? await reading(at, id) : await reading(`${at}?last_event_id=${id}`);
    expect(await back.next()).toMatchObject({
      ...{ id: `${RUN}.3`, event: 'events' },
      data: { sequence: 3, events: [{ agent_id: 'P01' }, { agent_id: 'P02' }] },
    });
    await happen(registration('P03'));
    expect(await back.next()).toMatchObject({ data: { events: [{ agent_id: 'P03' }] } });
  });

  test.each([
    ['of another run', 'run_0.1'],
    ['of the future', `${RUN}.999`],
    ['from before the feed', `${RUN}.0`],
    ['beyond all numbers', `${RUN}.99999999999999999999`],
    ['that is none', 'nonsense'],
    ['that is empty', ''],
    ['as long as a head can be', 'x'.repeat(7_000)],
    ['that would be a line of its own', `${RUN}.1\tdata: x`],
  ])('with an id %s is told to fetch anew', async (_, id) => {
    const { at } = await serving();
    expect(await (await reading(at, id)).next()).toMatchObject({
      ...{ id: `${RUN}.1`, event: 'reset', data: { sequence: 1 } },
    });
  });

  test('that missed more than is kept is told to fetch anew', async () => {
    const { at, happen } = await serving();
    for (let i = 0; i < 3; i++)
      await happen(...Array.from({ length: KEPT_EVENTS }, (_, n) => registration(`P${i}_${n}`)));
    expect((await (await reading(at, `${RUN}.1`)).next())?.event).toBe('reset');
    const { first, sequence } = (await page(at)).data;
    const back = await (await reading(at, `${RUN}.${first - 1}`)).next();
    expect(back?.data?.events?.map((event) => event.sequence)).toEqual(
      Array.from({ length: sequence - first + 1 }, (_, n) => first + n),
    );
  });

  test('hears a beat every fifteen seconds, whatever else it hears, as an event that a browser hands on', async () => {
    const { at, clock } = await serving();
    const reader = await reading(at);
    await reader.next();
    await clock.advance(15_000);
    expect(await reader.next()).toEqual({ event: 'beat', data: {} });
    await clock.advance(14_999);
    await clock.advance(1);
    expect(await reader.next()).toEqual({ event: 'beat', data: {} });
  });

  test('costs nothing once it is gone', async () => {
    const { at, clock, stream, happen } = await serving();
    const [first, second] = [await reading(at), await reading(at)];
    expect(stream.readers()).toBe(2);
    first.leave();
    second.leave();
    await until(() => stream.readers() === 0);
    expect(clock.scheduled).toBe(0);
    await happen(registration('P01'));
    expect(await (await reading(at)).next()).toMatchObject({ data: { sequence: 2 } });
  });

  test('stays when the league is over, and its stream ends when the server closes, at once', async () => {
    const { at, happen, server, stream } = await serving();
    const reader = await reading(at);
    await reader.next();
    await happen({ type: 'league_closed', at: AT, champion: null });
    await happen({ type: 'league_paused', at: AT, reason: 'x' });
    expect((await reader.next())?.data?.events?.[0]?.type).toBe('league_closed');
    expect((await reader.next())?.data?.events?.[0]?.type).toBe('league_paused');
    // A minute is what answers have to leave; a reader that is not sent away would have all of it.
    await server.close();
    expect(await reader.next()).toBeUndefined();
    expect(stream.readers()).toBe(0);
  });
});

test('a feed that is replaced while a reader waits for the disk is heard by all readers', async () => {
  let synced = Promise.resolve();
  let waiting = 0;
  const durable = () => {
    waiting++;
    return synced;
  };
  const { at, replace, happen } = await serving({ durable });
  const early = await reading(at);
  await early.next();
  const { promise, resolve } = Promise.withResolvers<void>();
  [synced, waiting] = [promise, 0];
  const late = reading(at);
  await until(() => waiting > 0);
  synced = Promise.resolve();
  replace();
  expect(await early.next()).toMatchObject({ event: 'reset' });
  resolve();
  const reader = await late;
  await reader.next();
  await happen(registration('P01'));
  for (const each of [early, reader]) expect((await each.next())?.data?.events?.[0]?.agent_id).toBe('P01');
});
