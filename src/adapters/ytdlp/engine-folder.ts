// The engine's private folder (socket, home, scratch), and the removal of those that a killed server left behind.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that only this user can enter. */
export type EngineFolder = {
  readonly path: string;
  /** Where workers connect. */
  readonly socket: string;
  /** Where the egress proxy listens for the engine, which may have no other network. */
  readonly door: string;
  readonly home: string;
  readonly scratch: string;
  readonly remove: () => void;
};

const PREFIX = 'keepreel-engine-';
const MIN_AGE_MS = 60_000;

/** Creates a folder in the system's temporary folder. */
export function makeEngineFolder(): EngineFolder {
  // mkdtemp creates it with mode 0700: no other user can reach the socket.
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  const home = path.join(folder, 'home');
  const scratch = path.join(folder, 'tmp');
  mkdirSync(home);
  mkdirSync(scratch);
  return {
    path: folder,
    socket: path.join(folder, 'workers'),
    door: path.join(folder, 'door'),
    home,
    scratch,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Removes this user's engine folders in which no server listens, as a killed server leaves them. */
export async function sweepEngineFolders(nowMs: number): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(tmpdir(), name);
    // A recent one may belong to a server that does not listen yet.
    if (isOldAndOurs(folder, nowMs) && !(await isListening(path.join(folder, 'workers')))) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function isOldAndOurs(folder: string, nowMs: number): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats?.uid === process.getuid?.() && nowMs - (stats?.mtimeMs ?? nowMs) > MIN_AGE_MS;
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
