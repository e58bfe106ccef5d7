/** Keys of the configuration that are accepted and have no effect: named once, at the start. */
import type { ConfigLoader } from '../../../SHARED/league_sdk/config_loader.ts';
import type { Effects, Places } from '../../../SHARED/league_sdk/effects.ts';
import { openLogs } from '../../../SHARED/league_sdk/logs/logs.ts';

export interface IgnoredOptions {
  readonly effects: Pick<Effects, 'disk' | 'clock' | 'logs'>;
  readonly places: Places;
  /** The stream that lines for people go to. */
  readonly tell: (text: string) => void;
}

/** Names the keys without effect of all files that `loader` has read, on the screen and in the launcher's log. */
export async function tellIgnored(loader: ConfigLoader, { effects, places, tell }: IgnoredOptions): Promise<void> {
  const keys = loader.ignored().map(({ file, key }) => `${key} (${file})`);
  if (keys.length === 0) return;
  tell(`  without effect here: ${keys.join(', ')}\n`);
  const log = openLogs(effects, places.logs).component('orchestrator');
  log.warning('CONFIG_IGNORED', { keys });
  // Lines that were lost have been told.
  await log.close().catch(() => undefined);
}
