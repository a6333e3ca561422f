// `npm test` runs the first tier, `npm run test:full` (--full) also the files called *.full.test.ts. Both take what vitest takes:
// files, --project, and --changed for the tests of both tiers that the changes since a commit (default: the last) can reach.
// Ends with the line "N passed, N failed"; fails when nothing ran.
import path from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';
import { createMediaLibrary } from '../lab/media/media-library.ts';
import { LAB_PLATFORMS } from '../lab/platforms/index.ts';
import { prepareMedia } from '../lab/prepare.ts';
import { ensureWebBuild } from './build-web.mjs';
import { changedFiles, testsReachedBy } from './changed-tests.ts';
import { TestProgress } from './test-progress.ts';

const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2).filter((word) => word !== '--full');
const { filter, options } = parseCLI(['vitest', ...words]);
const isChanged = options.changed !== undefined && options.changed !== false;
const isFull = process.argv.includes('--full') || isChanged || filter.some(isOfSecondTier);

if (isChanged) {
  const changed = changedFiles(options.changed === true ? true : String(options.changed));
  const reached = testsReachedBy(changed);
  delete options.changed;
  if (reached !== 'all')
    options.related = [...changed, ...reached].map((file) => path.join(root, file));
}

// Once for all files that open pages, or play platforms.
await ensureWebBuild(root, true);
if (filter.length === 0 && !isChanged)
  await prepareMedia(Object.values(LAB_PLATFORMS), createMediaLibrary());
const progress = new TestProgress();
// The projects of vitest.config.ts leave the second tier out.
if (!isFull) process.env['FIRST_TIER'] = '1';
const vitest = await startVitest('test', filter, {
  ...options,
  reporters: options.reporters ?? [progress],
  watch: false,
});

let passed = 0;
let failed = vitest.state.getUnhandledErrors().length;
for (const module of vitest.state.getTestModules()) {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') passed += 1;
    if (state === 'failed' || state === 'pending') failed += 1;
  }
  // A file that does not even load counts as one failure.
  if (module.children.size === 0 || module.errors().length > 0) failed += 1;
}
await vitest.close();

console.log(['longest:', ...progress.longest()].join('\n'));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function isOfSecondTier(file: string): boolean {
  return file.includes('.full');
}
