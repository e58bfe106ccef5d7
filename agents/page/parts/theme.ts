/** Light or dark: as the system has it, or as the reader chose. */
import { computed, signal } from '@preact/signals';
import { kept } from '../browser.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const chosen = signal<Theme>(THEMES.find((each) => each === kept.read('theme')) ?? 'auto');
const systemIsDark = signal(false);

/** What the reader chose. */
export const theme = computed(() => chosen.value);
/** What is shown: light or dark. */
export const colours = computed(() => {
  if (chosen.value !== 'auto') return chosen.value;
  return systemIsDark.value ? 'dark' : 'light';
});

/** Changes the colours, and keeps the choice where the browser keeps any. */
export function chooseTheme(name: string): void {
  chosen.value = THEMES.find((each) => each === name) ?? 'auto';
  kept.write('theme', chosen.value);
  wear();
}

/** Follows the system from now on. */
export function followSystem(window: Window): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    systemIsDark.value = dark.matches;
  };
  dark.addEventListener('change', follow);
  follow();
  wear();
}

function wear(): void {
  document.documentElement.dataset['theme'] = chosen.value;
}
