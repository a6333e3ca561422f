// `npm run engine:update`: installs the newest yt-dlp beside the one in use and switches to it.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentEngine, installEngine } from './engine.mjs';
import { sayBeyond } from './engine-beyond.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const before = currentEngine(root);
try {
  const after = await installEngine(root);
  console.log(
    before?.version === after.version
      ? `engine: ${after.version} is the newest there is`
      : `engine: ${before?.version ?? 'none'} → ${after.version}; the next start takes it, or "Check" and "Update" in the operators' pages on a server that runs`,
  );
  const python = path.resolve(root, '.engine/current', after.python);
  const beyond = await sayBeyond(python, after.version);
  if (beyond) console.log(`engine: ${beyond}`);
} catch (error) {
  console.error(
    `engine: ${error instanceof Error ? error.message : String(error)}${before ? `; ${before.version} stays in use` : ''}`,
  );
  process.exit(1);
}
