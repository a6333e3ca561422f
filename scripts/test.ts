// `npm test`: runs the tests and ends with the line "N passed, N failed"; fails when nothing ran. Takes what vitest takes:
// files, --project, and --changed for the tests that the changes since a commit (default: the last) can reach.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCLI, startVitest, type TestModule } from 'vitest/node';
import { createMediaLibrary } from '../lab/media/media-library.ts';
import { LAB_PLATFORMS } from '../lab/platforms/index.ts';
import { prepareMedia } from '../lab/prepare.ts';
import { ensureWebBuild } from './build-web.mjs';
import { changedFiles, testsReachedBy } from './changed-tests.ts';

/** Where `npm test -- --write-seconds` writes what each file took, for the order of the next runs. */
const SECONDS_FILE = 'tests/support/run/seconds-per-file.json';
const LONG_SECONDS = 5;

const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2).filter((word) => word !== '--write-seconds');
const { filter, options } = parseCLI(['vitest', ...words]);
const isWhole = words.length === 0;

if (options.changed !== undefined && options.changed !== false) {
  const changed = changedFiles(options.changed === true ? true : String(options.changed));
  const reached = testsReachedBy(changed);
  delete options.changed;
  if (reached !== 'all')
    options.related = [...changed, ...reached].map((file) => path.join(root, file));
}

// Once for all files that open pages, or play platforms.
await ensureWebBuild(root, true);
if (isWhole)
  await prepareMedia(
    Object.values(LAB_PLATFORMS),
    createMediaLibrary({ cacheDir: '.cache/lab', ffmpeg: 'ffmpeg' }),
  );
const vitest = await startVitest('test', filter, { ...options, watch: false });
const modules: readonly TestModule[] = vitest.state.getTestModules();

let passed = 0;
let failed = 0;
for (const module of modules) {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') passed += 1;
    if (state === 'failed' || state === 'pending') failed += 1;
  }
  // A file that does not even load counts as one failure.
  if (module.children.size === 0 || module.errors().length > 0) failed += 1;
}
failed += vitest.state.getUnhandledErrors().length;
await vitest.close();

const longest = modules
  .map((module) => ({
    file: path.relative(root, module.moduleId),
    seconds: Math.round(
      (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000,
    ),
  }))
  .filter(({ seconds }) => seconds >= LONG_SECONDS)
  .sort((a, b) => b.seconds - a.seconds);
if (isWhole && process.argv.includes('--write-seconds')) {
  const table = Object.fromEntries(longest.map(({ file, seconds }) => [file, seconds]));
  await writeFile(path.join(root, SECONDS_FILE), `${JSON.stringify(table, null, 2)}\n`);
}
const printed = longest.filter(({ seconds }) => seconds >= 2 * LONG_SECONDS);
if (printed.length > 0)
  console.log(
    `longest: ${printed.map(({ file, seconds }) => `${path.basename(file, '.test.ts')} ${seconds} s`).join(', ')}`,
  );
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
