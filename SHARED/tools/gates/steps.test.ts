import { expect, test } from 'vitest';
import { chooseSteps, runSteps, type Step } from './steps.ts';

function scripted(name: string, passed: boolean, note?: string): Step {
  const verdict = { passed, output: `${name} in detail\n`, ...(note === undefined ? {} : { note }) };
  return { name, about: `about ${name}`, run: async () => verdict };
}

async function told(steps: readonly Step[]): Promise<{ readonly passed: boolean; readonly text: string }> {
  const said: string[] = [];
  let asked = 0;
  const passed = await runSteps(steps, { say: (text) => void said.push(text), now: () => 250 * asked++ });
  return { passed, text: said.join('') };
}

test('steps that pass are told with name, time and note, and nothing else', async () => {
  expect(await told([scripted('lint', true), scripted('types', true, '7 files')])).toEqual({
    passed: true,
    text: 'ok    lint    0.3 s  about lint\nok    types   0.3 s  about types: 7 files\n',
  });
});

test('the first step that fails is the last one run, and its output is shown', async () => {
  const { passed, text } = await told([scripted('a', true), scripted('b', false), scripted('c', true)]);
  expect(passed).toBe(false);
  expect(text).toContain('FAIL  b');
  expect(text.endsWith('\nb in detail\n')).toBe(true);
  expect(text).not.toContain('about c');
});

test('steps are chosen by name and keep their order; no name means all', () => {
  const steps = ['a', 'b', 'c'].map((name) => scripted(name, true));
  expect(chooseSteps(steps, ['c', 'a'])).toEqual({ chosen: [steps[0], steps[2]] });
  expect(chooseSteps(steps, [])).toEqual({ chosen: steps });
});

test('a name that no step has is not taken for nothing to do', () => {
  expect(chooseSteps([scripted('a', true)], ['a', 'tset'])).toEqual({ unknown: 'tset' });
});
