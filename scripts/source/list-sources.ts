// Which files are the source of what runs here, for the archive that the server offers: those that git tracks, or without
// git those of a list that is made from it. A file that neither names is never published, whatever it is called.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The list, from the root: a line for each folder, and one with its id for each sample; write-list.ts writes it. */
export const LIST = 'scripts/source/sources.txt';

/** Samples that operators fill in where they lie: one that was changed is theirs, and not published. */
const SAMPLES = /^deploy\/(?!image\/)/;

/** A file by its name from the root, with slashes. A sample has the id of its content, as git names it. */
export type Source = { readonly name: string; readonly content?: string };

/** The files below `root`, sorted by name. Throws an Error with a remedy where there is neither git nor a list. */
export async function listSources(root: string): Promise<Source[]> {
  return (await trackedSources(root)) ?? (await readList(root));
}

/** Those that git tracks; null where there is no git, or the checkout around is that of something else. */
export async function trackedSources(root: string): Promise<Source[] | null> {
  // A hook of git that runs set-up would send it to the index of another commit.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
  );
  const listing = await promisify(execFile)('git', ['-C', root, 'ls-files', '--stage', '-z'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => null);
  const sources = (listing?.stdout.split('\0') ?? []).filter(Boolean).map((entry) => {
    const [facts = '', name = ''] = entry.split('\t');
    return toSource(name, facts.split(' ')[1] ?? '');
  });
  if (!sources.some(({ name }) => name === 'package.json')) return null;
  // A file with conflicts has several entries.
  const byName = new Map(sources.map((source) => [source.name, source]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The text of the list. */
export function writeList(sources: readonly Source[]): string {
  const samples = sources.filter(({ content }) => content !== undefined);
  const folders = Map.groupBy(
    sources.filter(({ content }) => content === undefined),
    ({ name }) => path.posix.dirname(name),
  );
  const lines = [
    ...[...folders].map(([folder, files]) =>
      [`${folder}/`, ...files.map(({ name }) => path.posix.basename(name))].join('\t'),
    ),
    ...samples.map(({ name, content }) => `${name}\t${content}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function readList(root: string): Promise<Source[]> {
  const text = await readFile(path.join(root, LIST), 'utf8').catch((cause: unknown) => {
    throw new Error(`${LIST} is missing. Put it back, or set SOURCE_URL.`, { cause });
  });
  const sources = text.split('\n').flatMap((line): Source[] => {
    const [first = '', ...rest] = line.split('\t');
    if (!first.endsWith('/')) return first === '' ? [] : [toSource(first, rest[0] ?? '')];
    return rest.map((name) => ({ name: path.posix.join(first, name) }));
  });
  return sources.sort((one, other) => (one.name < other.name ? -1 : 1));
}

const toSource = (name: string, content: string): Source =>
  SAMPLES.test(name) ? { name, content } : { name };

/** Whether bytes are those that the source is to have, if it says so. */
export function isUnchanged({ content }: Source, bytes: Uint8Array): boolean {
  if (content === undefined) return true;
  const algorithm = content.length === 64 ? 'sha256' : 'sha1';
  const id = createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  return id === content;
}
