// `npm test`: runs every test and ends with the line "N passed, N failed"; fails when nothing ran.
import path from 'node:path';
import type { TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { createMediaLibrary } from '../lab/media/media-library.ts';
import { LAB_PLATFORMS } from '../lab/platforms/index.ts';
import { prepareMedia } from '../lab/prepare.ts';
import { ensureWebBuild } from './build-web.mjs';

// Once for all files that open pages, or play platforms.
await ensureWebBuild(path.resolve(import.meta.dirname, '..'), true);
const filters = process.argv.slice(2);
if (filters.length === 0)
  await prepareMedia(
    Object.values(LAB_PLATFORMS),
    createMediaLibrary({ cacheDir: '.cache/lab', ffmpeg: 'ffmpeg' }),
  );
const vitest = await startVitest('test', filters, { watch: false });
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

const slowest = modules
  .map((module) => ({
    name: path.basename(module.moduleId, '.test.ts'),
    seconds: Math.round(
      (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000,
    ),
  }))
  .filter(({ seconds }) => seconds >= 10)
  .sort((a, b) => b.seconds - a.seconds);
if (slowest.length > 0)
  console.log(`longest: ${slowest.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
