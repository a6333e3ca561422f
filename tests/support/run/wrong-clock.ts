// Settings that start a process with a clock that is wrong, by libfaketime.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const REMEDY = 'libfaketime was not found. Install it (Debian, Ubuntu: apt-get install faketime).';

/** The library; undefined where it is not installed. */
function findFakeTime(): string | undefined {
  const folders = readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder, 'faketime'));
  return folders.map((folder) => join(folder, 'libfaketime.so.1')).find((path) => existsSync(path));
}

/** For the environment of a process. Its clock is so many seconds fast; timers run as always. Throws with a remedy. */
export function wrongClock(seconds: number): Readonly<Record<string, string>> {
  const library = findFakeTime();
  if (library === undefined) throw new Error(REMEDY);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
