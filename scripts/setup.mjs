// Brings what the project needs onto a Debian or Ubuntu machine; plain JavaScript that any Node ≥ 18 runs.
// Usage: node scripts/setup.mjs [--tests | --packages]. Says what it does, asks nothing, is quick when all is there.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentEngine, ensureEngine } from './engine.mjs';
import { ensureNodeModules } from './node-modules.mjs';
import { run } from './say-and-run.mjs';
import {
  ensureSystemPackages,
  FIRST_SETUP_PACKAGES,
  RUN_NEEDS,
  TEST_NEEDS,
  trySystemPackages,
} from './system-packages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const wants = new Set(process.argv.slice(2));

/** Ends the set-up with one sentence that says what to do. */
function stop(message) {
  console.error(`set-up: ${message}`);
  process.exit(1);
}

try {
  await ensureNodeModules(root);
  if (!wants.has('--packages')) {
    await ensureSystemPackages(wants.has('--tests') ? [...RUN_NEEDS, ...TEST_NEEDS] : RUN_NEEDS);
    if (!currentEngine(root)) await trySystemPackages(FIRST_SETUP_PACKAGES);
    await ensureEngine(root);
    if (wants.has('--tests') && existsSync(path.join(root, '.git')))
      // A checkout that Git refuses to change needs no hook.
      await run('git', ['config', 'core.hooksPath', 'scripts/hooks'], { cwd: root }).catch(
        () => null,
      );
    const build = path.join(root, 'scripts/build-web.mjs');
    if (existsSync(build)) {
      const { basePathOf, ensureWebBuild } = await import(build);
      await ensureWebBuild(root, false, basePathOf(process.env));
    }
    const pack = path.join(root, 'scripts/pack-source.ts');
    await run(path.join(root, 'node_modules/.bin/node'), [pack], { cwd: root });
  }
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
