import { expect, test } from 'vitest';
import { commitmentOf as managersOwn } from '../../league_manager/registration/tokens.ts';
import { checkedDraw, commitmentOf } from './match_draw.ts';

const seed = 'd12e0e6a8e8be133c6bfa79d4ecb32b16ca4563fdac30bd4e47d3d13bc038013';
const commitment = 'a43002929916d2779a3c9a7eecb842c750881b3b9075946df88ea3fe35ab7f0d';
const draw = { commitment, seed, told_commitment: commitment, as_promised: true };
const OPEN = { commitment, seed: null, told_commitment: null, as_promised: null };
const verdict = (match_id: string, told: Parameters<typeof checkedDraw>[0]['draw'], promises = new Map()) =>
  checkedDraw({ match_id, draw: told }, promises).verdict;

test('a commitment made in the browser is the one the manager makes', () => {
  expect(commitmentOf(seed, 'R1M1')).toBe(commitment);
  for (const id of ['R1M1', 'R12M345', 'Rätsel']) expect(commitmentOf(seed, id)).toBe(managersOwn(seed, id));
});

test('a seed is as promised where its commitment is the one that the players were told, whatever else the manager says', () => {
  for (const as_promised of [true, false, null]) {
    expect(verdict('R1M1', { ...draw, as_promised })).toBe('checked');
    expect(verdict('R1M1', { ...draw, as_promised, told_commitment: `00${commitment.slice(2)}` })).toBe('forged');
  }
});

test('a seed beside its own commitment proves nothing: where it is not known what the players were told, that is said', () => {
  const check = checkedDraw({ match_id: 'R1M1', draw: { ...draw, told_commitment: null } }, new Map());
  expect(check.verdict).toBe('unknown');
  expect(check.text).toContain('Not checked');
  expect(verdict('R1M2', { ...draw, told_commitment: null })).toBe('forged');
});

test('a forged draw is found: another seed, another match, another commitment, a seed that is none', () => {
  expect(verdict('R1M1', { ...draw, seed: `00${seed.slice(2)}` })).toBe('forged');
  expect(verdict('R1M2', draw)).toBe('forged');
  expect(verdict('R1M1', { ...draw, commitment: `00${commitment.slice(2)}` })).toBe('forged');
  expect(verdict('R1M1', { ...draw, seed: 'not hex' })).toBe('forged');
});

test('a commitment that was seen while the match was open must be the one it ends with', () => {
  const promises = new Map<string, string>();
  expect(verdict('R1M1', null, promises)).toBe('none');
  expect(verdict('R1M1', OPEN, promises)).toBe('promised');
  expect(checkedDraw({ match_id: 'R1M1', draw: { ...draw, told_commitment: null } }, promises)).toEqual({
    verdict: 'checked',
    text: 'Checked here: the seed gives the commitment that this page saw before the match was decided.',
  });
  const another = commitmentOf(`00${seed.slice(2)}`, 'R1M1');
  const other = { ...draw, seed: `00${seed.slice(2)}`, commitment: another, told_commitment: another };
  expect(verdict('R1M1', other)).toBe('checked');
  expect(verdict('R1M1', other, promises)).toBe('forged');
});
