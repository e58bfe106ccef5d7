/** The share of each folder that the tests reach, as the last `npm test` left it in its summary. Pure. */
import { relative } from 'node:path';

interface Count {
  readonly total: number;
  readonly covered: number;
}

type Counts = { readonly [K in (typeof KINDS)[number]]: Count };

export interface FolderCoverage extends Counts {
  readonly folder: string;
}

const KINDS = ['statements', 'branches'] as const;

/** Folders that no run of all tests leaves out. */
const WHOLE = ['contracts', 'games', 'league_sdk']
  .map((name) => `SHARED/${name}`)
  .concat(['launcher', 'league_manager', 'player', 'referee'].map((name) => `agents/${name}`));

/**
 * The folders of a coverage summary (coverage/coverage-summary.json) below a root, sorted, and all of them together;
 * undefined when it tells of a part of them only, which must not pass for the whole.
 */
export function coverageByFolder(summary: string, root: string): readonly FolderCoverage[] | undefined {
  const files = Object.entries(JSON.parse(summary) as { readonly [path: string]: Counts }).flatMap(([path, counts]) => {
    const [top = '', folder] = relative(root, path).split(/[\\/]/);
    return path === 'total' || top === '..' || folder === undefined ? [] : [{ folder: `${top}/${folder}`, counts }];
  });
  const folders = [...new Set(files.map(({ folder }) => folder))].sort();
  if (!WHOLE.every((folder) => folders.includes(folder))) return undefined;
  return [
    ...folders.map((folder) =>
      sumOf(
        folder,
        files.filter((file) => file.folder === folder),
      ),
    ),
    sumOf('all', files),
  ];
}

function sumOf(folder: string, files: readonly { readonly counts: Counts }[]): FolderCoverage {
  const sum = (kind: (typeof KINDS)[number]): Count => ({
    total: files.reduce((total, { counts }) => total + counts[kind].total, 0),
    covered: files.reduce((covered, { counts }) => covered + counts[kind].covered, 0),
  });
  return { folder, statements: sum('statements'), branches: sum('branches') };
}
