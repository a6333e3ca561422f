// A real nginx in front of a test's server, with a configuration like those of operators.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../run/free-ports.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';
import { findTool } from './deploy-tools.ts';

const PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

/** Starts it with what its `server` holds; the answer has its address. */
export async function startNginx(
  server: string,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-nginx-'));
  // As root, nginx becomes another user and looks for its folders as that one.
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  const paths = PATHS.map((name) => `${name}_temp_path ${folder}/${name};\n`).join('');
  await writeFile(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}
http {\naccess_log off;\n${paths}server {\nlisten 127.0.0.1:${port};\n${server}\n}\n}\n`,
  );
  const words = [findTool('nginx'), '-e', 'stderr', '-p', folder, '-c', file];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    return fetch(origin).then(
      () => true,
      () => false, // it does not listen yet
    );
  }, SLOW_MACHINE_TIMEOUT);
  return {
    origin,
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
