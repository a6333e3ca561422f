// `npm run soak`: the seeded runs of the tests, longer than the tests make them and from a new seed each time: downloads under
// random faults, rounds of forgetting, and combinations of format, subtitles and tags; or, as `fleet`, two servers that share
// PostgreSQL, Redis and an object store, with a fault each minute.
// Usage: npm run soak [-- --downloads 300 --rounds 60 --combinations all --seed 20261120], or
// npm run soak -- fleet [--minutes 60 --seed 20261120]. A seed repeats what is drawn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const LOOK_MS = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    downloads: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '60' },
    combinations: { type: 'string', default: 'all' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [kind, ...others] = positionals;
if (others.length > 0 || (kind !== undefined && kind !== 'fleet'))
  throw new TypeError('Only `fleet` can be named.');
if (!(Number(values.minutes) > 0)) throw new TypeError('--minutes is a number above 0.');
console.log(`soak: seed ${values.seed}`);
process.exitCode = kind === 'fleet' ? await soakFleet() : await soakAlone();

async function soakAlone(): Promise<number> {
  return runTests(['tests/faults/seeded-run', 'tests/lab/combinations'], {
    SOAK_DOWNLOADS: values.downloads,
    SOAK_ROUNDS: values.rounds,
    SOAK_COMBINATIONS: values.combinations,
  });
}

/** The test writes its figures into a file, which is shown here as it grows: what a test prints itself comes at its end. */
async function soakFleet(): Promise<number> {
  const report = path.resolve(import.meta.dirname, '../.cache/soak-fleet.log');
  await mkdir(path.dirname(report), { recursive: true });
  await writeFile(report, `seed ${values.seed}, ${values.minutes} minutes\n`);
  const ended = runTests(['tests/fleet/soak'], {
    SOAK_MINUTES: values.minutes,
    SOAK_REPORT: report,
  });
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  void ended.then(over, over);
  let shown = 0;
  while (!isOver) {
    await wait(LOOK_MS);
    shown = await showMore(report, shown);
  }
  await showMore(report, shown);
  return ended;
}

/** Prints what a file has after its first bytes; how many it has now. */
async function showMore(file: string, from: number): Promise<number> {
  const { size } = await stat(file);
  if (size <= from) return from;
  for await (const chunk of createReadStream(file, { start: from, end: size - 1 }))
    process.stdout.write(chunk);
  return size;
}

async function runTests(
  files: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn('vitest', ['run', ...files], {
    stdio: 'inherit',
    env: { ...process.env, ...settings, SOAK_SEED: values.seed },
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? 0 : 1;
}
