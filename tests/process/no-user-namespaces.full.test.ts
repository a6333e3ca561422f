// A machine on which ordinary users may not create namespaces: the doctor and a start that needs a sandbox name cause and remedy.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const REMEDY =
  'The kernel refuses namespaces because user.max_user_namespaces is 0. Run "sudo sysctl -w user.max_user_namespaces=15000"';
/** A user namespace of its own has limits of its own; without capabilities, root there is an ordinary user. */
const WITHOUT_NAMESPACES =
  'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-no-namespaces-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function run(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> {
  const words = ['-U', '--map-current-user', '--keep-caps', 'sh', '-c', WITHOUT_NAMESPACES, 'sh'];
  const env = { ...process.env, DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) =>
    execFile(
      'unshare',
      [...words, process.execPath, 'src/main.ts', ...args],
      { env },
      (_e, out, err) => resolve(out + err),
    ),
  );
}

it('the doctor names the cause and the remedy', async () => {
  const sandbox = (await run(['doctor'], {})).split('\n').find((line) => / sandbox /.test(line));
  expect(sandbox).toContain(`degraded  sandbox`);
  expect(sandbox).toContain(REMEDY);
});

it('a server that needs a sandbox does not start, for the same reason', async () => {
  expect(await run([], { SANDBOX: 'required', PORT: '0' })).toContain(REMEDY);
});
