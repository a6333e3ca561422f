// Another process that holds the write lock of a SQLite file, as an open shell of sqlite3 does; for tests of what must go on meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const HOLDER = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  database.exec('begin immediate');
  process.stdout.write('held');
  process.stdin.on('end', () => database.exec('commit')).resume();
`;

/** Fulfilled once the lock of the file is held; the answer lets go of it and ends the process, and may be called twice. */
export async function holdWriteLock(file: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', HOLDER, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (String(said) !== 'held') throw new Error('the lock could not be taken');
  return async () => {
    child.stdin.end();
    await ended;
  };
}
