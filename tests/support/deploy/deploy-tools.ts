// What the tests of deploy/ share: its files, the programs that can judge them, and the names of all settings.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');
const DEPLOY = path.join(ROOT, 'deploy');

/** The programs, and the Debian packages that bring them. */
const PACKAGES = {
  nginx: 'nginx',
  caddy: 'caddy',
  promtool: 'prometheus',
  apparmor_parser: 'apparmor',
  'systemd-analyze': 'systemd',
} as const;

/** What each of several equal servers is given. */
export const SHARED_NEEDS = [
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY_FILE',
  'SECRET_KEY_FILE',
];

/** After how many seconds of shutting down a server ends by force (`SHUTDOWN_DEADLINE_MS` in src/commands/serve.ts). */
export const FORCED_END_SECONDS = 30;

/** The text of a file in deploy/. */
export const readDeploy = (name: string) => readFileSync(path.join(DEPLOY, name), 'utf8');

/** The names of the files in a folder of deploy/. */
export const listDeploy = (folder: string) => readdirSync(path.join(DEPLOY, folder)).sort();

/** The documents of a YAML file as data; throws the parser's words for what is no YAML. */
export function readYaml(text: string): unknown[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS() as unknown;
  });
}

/** Read by glibc. */
const MALLOC_ARENAS = 'MALLOC_ARENA_MAX';

/** Names that are no setting of the server. */
export function unknownSettings(names: Iterable<string>): string[] {
  const table = readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8');
  const columns = [...table.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].map(([, first = '']) => first);
  const known = new Set(
    columns.flatMap((first) => first.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g) ?? []),
  );
  return [...names].filter((name) => !known.has(name) && name !== MALLOC_ARENAS);
}

/** Where a program is. Throws with the line that installs it. */
export function findTool(name: keyof typeof PACKAGES): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin'];
  const file = folders.map((folder) => path.join(folder, name)).find((one) => existsSync(one));
  if (file) return file;
  throw new Error(
    `${name} is missing. Run: apt-get install -y --no-install-recommends ${PACKAGES[name]}`,
  );
}

/** Runs one to its end; `code` is null after a signal. */
export function judge(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    const child = execFile(program, args, { env }, (_error, out, err) =>
      resolve({ code: child.exitCode, output: `${out}${err}`.trim() }),
    );
  });
}
