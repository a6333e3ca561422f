// `npm run check`: format, lint, types, unused code, page weight, and house rules, in parallel.

import { spawn } from 'node:child_process';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  'format and lint': ['biome', 'check', '--error-on-warnings', '.'],
  'types of the server': ['tsc', '-p', 'tsconfig.json'],
  'types of shared and core': ['tsc', '-p', 'tsconfig.core.json'],
  'types of the pages': ['tsc', '-p', 'tsconfig.web.json'],
  'types of the extension': ['tsc', '-p', 'tsconfig.extension.json'],
  'unused code': ['knip', '--no-progress'],
  'weight of the pages': ['node', 'scripts/check-budgets.ts'],
  'house rules': [
    'vitest',
    'run',
    '--reporter=dot',
    'tests/house/architecture',
    'tests/house/conventions',
  ],
};

/** Runs one check; true when it passed, its output printed when it did not. */
function runCheck(name: string, [program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(
  Object.entries(CHECKS).map(([name, command]) => runCheck(name, command)),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
