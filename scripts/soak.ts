// `npm run soak`: the seeded runs of downloads under random faults, longer than the tests make them and from a new seed each
// time. Usage: npm run soak [-- --downloads 300 --rounds 60 --seed 20261120]. A seed repeats a run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    downloads: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
console.log(`soak: seed ${values.seed}`);
const child = spawn('vitest', ['run', 'tests/faults/seeded-run'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    SOAK_DOWNLOADS: values.downloads,
    SOAK_ROUNDS: values.rounds,
    SOAK_SEED: values.seed,
  },
});
const [code] = await once(child, 'exit');
process.exitCode = code === 0 ? 0 : 1;
