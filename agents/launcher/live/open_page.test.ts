import { afterEach, expect, test, vi } from 'vitest';
import { openPage } from './open_page.ts';

afterEach(() => vi.unstubAllEnvs());

test('where no browser can be opened a line says where to look, and nothing fails', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const lines: string[] = [];
  openPage('http://localhost:8000/', (line) => void lines.push(line));
  await vi.waitFor(() => expect(lines).toEqual(['league: no browser could be opened; look at http://localhost:8000/']));
});

test('a league on no network has no page to open', () => {
  const lines: string[] = [];
  openPage(undefined, (line) => void lines.push(line));
  expect(lines).toEqual(['league: there is no page to open: this league is on no network']);
});
