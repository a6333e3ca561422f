// Runs a program for the set-up: says what it does, keeps its output back unless it fails.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Prints one line of the set-up's progress. */
export function say(message) {
  console.log(`set-up: ${message}`);
}

/**
 * Runs `program` and gives its output. Rejects with the last lines of it when it ends with another code than 0,
 * and when it takes longer than `timeoutMs`.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 900_000);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`${program} could not be started: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(output);
      const tail = output.trim().split('\n').slice(-15).join('\n');
      reject(new Error(`${program} ${args.join(' ')} ended with ${code ?? signal}:\n${tail}`));
    });
  });
}

/** The full path of a program on PATH, or null. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    if (!folder) continue;
    const file = path.join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'EACCES' && error.code !== 'ENOTDIR')
        throw error;
    }
  }
  return null;
}
