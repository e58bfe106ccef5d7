/** `npm run generate` writes what is made from the contracts; `--check` says which file is not what it would write. */
import { fileURLToPath } from 'node:url';
import { firstDifference, generatedFiles, writeFiles } from './files.ts';

const doc = fileURLToPath(new URL('../../../doc/', import.meta.url));
const files = generatedFiles();

if (process.argv.includes('--check')) {
  const difference = firstDifference(doc, files);
  if (difference === undefined) {
    process.stdout.write(`${files.size} generated files are what their sources say.\n`);
  } else {
    process.stderr.write(`doc: ${difference}\nRun: npm run generate\n`);
    process.exitCode = 1;
  }
} else {
  writeFiles(doc, files);
  process.stdout.write(`Wrote ${files.size} files to doc.\n`);
}
