// Packs the source of what runs here into one archive, the same bytes for the same sources.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  BLOCK_BYTES,
  paddingAfter,
  writePublicHeader,
} from '../../src/adapters/archive/tar-header.ts';
import { isUnchanged, listSources, type Source } from './list-sources.ts';

/** Some time, the same for all files: when a file was written here says nothing about the source. */
const MODIFIED_SECONDS = Date.UTC(2000, 0, 1) / 1000;

/**
 * Writes `target`, a tar file with gzip, of the files below `root` as they lie there now; all of them in a folder with the
 * name and version of the project. Answers whether it had to be written.
 */
export async function packSource(root: string, target: string): Promise<boolean> {
  const tar = tarOf(root, await listSources(root));
  const sources = createHash('sha256').update(tar).digest('hex');
  const stamp = `${target}.sources`;
  const isThere = statOf(target)?.isFile() === true;
  if (isThere && statOf(stamp) && readFileSync(stamp, 'utf8') === sources) return false;
  mkdirSync(path.dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}.part`;
  writeFileSync(draft, gzipSync(tar, { level: 9 }));
  // A server that runs keeps the file that it has opened.
  renameSync(draft, target);
  writeFileSync(stamp, sources);
  return true;
}

function tarOf(root: string, sources: readonly Source[]): Buffer {
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const pieces = sources.flatMap((source) => entryOf(root, source, `${name}-${version}`));
  return Buffer.concat([...pieces, Buffer.alloc(2 * BLOCK_BYTES)]);
}

/** The pieces of a file's entry; none for what was deleted here, filled in, and for links to who knows where. */
function entryOf(root: string, source: Source, folder: string): Buffer[] {
  const file = path.join(root, source.name);
  const found = statOf(file);
  if (!found?.isFile()) return [];
  const content = readFileSync(file);
  if (!isUnchanged(source, content)) return [];
  const name = `${folder}/${source.name}`;
  const entry = { name, bytes: content.length, modifiedSeconds: MODIFIED_SECONDS };
  const isProgram = (found.mode & 0o100) !== 0;
  const padding = Buffer.alloc(paddingAfter(content.length));
  return [writePublicHeader(entry, isProgram), content, padding];
}

function statOf(file: string) {
  return lstatSync(file, { throwIfNoEntry: false });
}
