/** A mistake in the configuration, said in one line: where, which key, what to do. */

export interface ConfigFault {
  readonly code: 'INVALID_CONFIG';
  readonly file: string;
  readonly key: string;
  /** The whole line, for people. */
  readonly detail: string;
}

export function configFault(file: string, key: string, problem: string): ConfigFault {
  const line = key === '' ? `${file}: ${problem}` : `${file}: "${key}" ${problem}`;
  return { code: 'INVALID_CONFIG', file, key, detail: line.replace(/\s+/g, ' ') };
}
