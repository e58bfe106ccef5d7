/** `npm run generate` writes what is made from the contracts and packages; `--check` says which file is not what it would write. */
import { fileURLToPath } from 'node:url';
import { builtPage } from './built.ts';
import { firstDifference, generatedFiles, writeFiles } from './files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = [
  { name: 'doc', files: generatedFiles() },
  { name: 'agents/page/built', files: await builtPage() },
];

if (process.argv.includes('--check')) {
  const differences = folders.flatMap(({ name, files }) => {
    const difference = firstDifference(root + name, files);
    return difference === undefined ? [] : [`${name}: ${difference}\n`];
  });
  if (differences.length === 0) {
    const count = folders.reduce((sum, { files }) => sum + files.size, 0);
    process.stdout.write(`${count} generated files are what their sources say.\n`);
  } else {
    process.stderr.write(`${differences.join('')}Run: npm run generate\n`);
    process.exitCode = 1;
  }
} else {
  for (const { name, files } of folders) {
    writeFiles(root + name, files);
    process.stdout.write(`Wrote ${files.size} files to ${name}.\n`);
  }
}
