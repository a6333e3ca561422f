// `npm run soak`: the seeded runs of the tests, longer than the tests make them and from a new seed each time: downloads under
// random faults, rounds of forgetting, and combinations of format, subtitles and tags.
// Usage: npm run soak [-- --downloads 300 --rounds 60 --combinations all --seed 20261120]. A seed repeats a run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    downloads: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '60' },
    combinations: { type: 'string', default: 'all' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
console.log(`soak: seed ${values.seed}`);
const child = spawn('vitest', ['run', 'tests/faults/seeded-run', 'tests/lab/combinations'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    SOAK_DOWNLOADS: values.downloads,
    SOAK_ROUNDS: values.rounds,
    SOAK_COMBINATIONS: values.combinations,
    SOAK_SEED: values.seed,
  },
});
const [code] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
