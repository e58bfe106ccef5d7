import { expect, test } from 'vitest';
import { leagueName } from './register.ts';

const PLACEHOLDER = '00000000-0000-0000-0000-000000000000';

function at(address: string, dialect: 'rpc' | 'flat' | 'v1' = 'v1') {
  return { id: 'LM01', address, dialect };
}

test.each(['rpc', 'flat', 'v1'] as const)('in %s, a league that its manager names has that name', (dialect) => {
  expect(leagueName('league_2025_even_odd', at('http://localhost:8000/mcp', dialect))).toBe('league_2025_even_odd');
});

test('a league that was merely echoed is named after where its manager is', () => {
  expect(leagueName(PLACEHOLDER, at('http://localhost:8000/mcp'))).toBe('league_at_localhost_8000');
  expect(leagueName(PLACEHOLDER, at('https://league.example.org'))).toBe('league_at_league_example_org');
  expect(leagueName(PLACEHOLDER, at('http://[::1]:8000/autumn/mcp/'))).toBe('league_at_1_8000_autumn');
});

test('what is an echo in one dialect may be a name in another', () => {
  expect(leagueName(PLACEHOLDER, at('http://localhost:8000/mcp', 'flat'))).toBe(PLACEHOLDER);
});

test.each(['rpc', 'flat', 'v1'] as const)(
  'in %s, a league of which no name was said is named in the same way',
  (dialect) => {
    expect(leagueName('unknown', at('http://localhost:8000/mcp', dialect))).toBe('league_at_localhost_8000');
  },
);

test('the name of a long address fits a file and still has the port', () => {
  const name = leagueName(PLACEHOLDER, at(`http://${'a'.repeat(80)}:8000/mcp`));
  expect(name).toMatch(/^league_at_a+_8000$/);
  expect(name).toHaveLength(64);
});
