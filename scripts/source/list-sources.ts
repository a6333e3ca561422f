// Which files are the source of what runs here, for the archive that the server offers.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The top-level entries of the project; anything else there is not part of it. */
const FOLDERS = 'bench .ci content deploy docs engine extension lab public scripts src tests'.split(
  ' ',
);
const FILES =
  '.gitignore CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md biome.json knip.json package-lock.json package.json tsconfig.core.json tsconfig.extension.json tsconfig.json tsconfig.web.json vite.config.ts vitest.config.ts'.split(
    ' ',
  );

/** Made here, or fetched. */
const NO_SOURCES =
  /^(data|dist|\.cache|\.engine|\.git)(\/|$)|(^|\/)(node_modules|__pycache__)(\/|$)|\.log$/;
/** What an operator may have put beside the sources. */
const SECRETS =
  /^deploy\/secrets\/|(^|\/)(\.env(\.[^/]*)?|secret\.key|cookies\.txt|[^/]*\.(sqlite|sqlite-[a-z]+|pem|key|p12))$/i;
/** Settings that name files or folders of the operator. */
const OWN_PATHS = ['DATA_DIR', 'COOKIES_FILE', 'EXTRA_CA_FILE'] as const;

/** Settings by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names of files from the root, with slashes: those that git knows, or without git all that lie in the folders of the
 * project. None that is ignored, holds a secret, or is named by a setting.
 */
export async function listSources(root: string, environment: Environment): Promise<string[]> {
  const own = OWN_PATHS.flatMap((name) => environment[name] || []).map((name) =>
    path.relative(root, path.resolve(root, name)),
  );
  const isOwn = (name: string) => own.some((one) => name === one || name.startsWith(`${one}/`));
  const names = (await knownToGit(root)) ?? (await inFolders(root));
  return names
    .filter((name) => !NO_SOURCES.test(name) && !SECRETS.test(name) && !isOwn(name))
    .sort((one, other) => (one < other ? -1 : 1));
}

/** Null where there is no git, or the checkout around is that of something else. */
async function knownToGit(root: string): Promise<string[] | null> {
  // A hook of git that runs set-up would send it to the index of another commit.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
  );
  const listing = await promisify(execFile)('git', ['-C', root, 'ls-files', '-z'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => null);
  const names = [...new Set(listing?.stdout.split('\0').filter(Boolean))];
  return names.includes('package.json') ? names : null;
}

async function inFolders(root: string): Promise<string[]> {
  const below = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(path.join(root, folder), {
        withFileTypes: true,
        recursive: true,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return entries.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    }),
  );
  return [...FILES, ...below.flat()];
}
