// Which TCP connections a process has open to a port of this machine, as the kernel lists them; for tests of what is left behind.
import { readFileSync } from 'node:fs';
import { openDescriptors } from './left-behind.ts';

/** How many connections `pid` has to `port`. */
export function connectionsTo(port: number, pid: number): number {
  const own = new Set(openDescriptors(pid));
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync(`/proc/${pid}/net/tcp`, 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote = '', , , , , , , inode = '']) => {
      return remote.endsWith(`:${hex}`) && own.has(`socket:[${inode}]`);
    }).length;
}
