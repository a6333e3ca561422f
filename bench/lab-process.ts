// Starts the lab beside the benchmark, so that its CPU time is not counted for the programs under test.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** How the line behaves: round trip in milliseconds, download bytes a second for each connection (null: no limit). */
export type Line = { readonly rttMs: number; readonly bytesPerSecondPerConnection: number | null };

/** The requests since the last report, how many of them were unknown, and what was sent since the lab began. */
export type Asked = {
  readonly requests: number;
  readonly unknown: number;
  readonly sentBytes: number;
};

/** A running lab. `shape` resolves once the line behaves like that; both report the requests until then. */
export type LabProcess = {
  readonly pid: number;
  readonly proxyUrl: string;
  readonly caFile: string;
  readonly shape: (line: Line) => Promise<Asked>;
  readonly asked: () => Promise<Asked>;
  readonly close: () => Promise<void>;
};

/** Starts lab/serve.ts. */
export async function startLabProcess(): Promise<LabProcess> {
  const root = path.resolve(import.meta.dirname, '..');
  const child = spawn(process.execPath, ['lab/serve.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the lab ended');
    return JSON.parse(value);
  };
  const send = (line: Line | null): Promise<Asked> => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    return read();
  };
  const { proxyUrl, caFile } = await read();
  return {
    pid: child.pid ?? 0,
    proxyUrl,
    caFile,
    shape: send,
    asked: () => send(null),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
