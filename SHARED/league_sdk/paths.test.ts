import { describe, expect, test } from 'vitest';
import { dataPaths, logPaths } from './paths.ts';

const data = dataPaths('/root/data');
const logs = logPaths('/root/logs');

describe('paths', () => {
  test('lie where the specification puts them', () => {
    expect(data.standings('cup')).toBe('/root/data/leagues/cup/standings.json');
    expect(data.match('cup', 'R1M1')).toBe('/root/data/matches/cup/R1M1.json');
    expect(data.history('P01')).toBe('/root/data/players/P01/history.json');
    expect(data.credentials('referee', 'REF01')).toBe('/root/data/referees/REF01/credentials.json');
    expect(data.archive('cup', '2025-01-15T10:15:00.000Z')).toBe('/root/data/archive/cup/2025-01-15T10-15-00-000Z');
    expect(data.agentsView('cup')).toBe('/root/data/leagues/cup/agents_config.json');
    expect(logs.component('referee:REF01', 'cup')).toBe('/root/logs/league/cup/referee_REF01.log.jsonl');
    expect(logs.component('orchestrator')).toBe('/root/logs/system/orchestrator.log.jsonl');
  });

  test.each([
    '..',
    '../../etc/passwd',
    'a/b',
    'a\\b',
    '',
    '.hidden',
    'a\0b',
    '__proto__',
    'x'.repeat(65),
    'P01\n',
    'é',
  ])('never contain %j', (name) => {
    for (const path of [
      () => data.league(name),
      () => data.match('cup', name),
      () => data.match(name, 'R1M1'),
      () => data.history(name),
      () => data.credentials('player', name),
      () => data.outbox(name),
      () => data.archive('cup', name),
      () => logs.agent(name),
      () => logs.league(name),
      () => logs.component(name, 'cup'),
      () => logs.component('x', name),
    ]) {
      expect(path).toThrow(RangeError);
    }
  });
});
