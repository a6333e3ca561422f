// The files of plugins for tokens: hashed, so that it is known what runs beside yt-dlp, and copied, so that what runs and what ran
// before stay as they were when the operator's file changes.
import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../adapters/clock/system.ts';
import { ConfigError } from '../../config.ts';

const MOST_FILES = 200;
const MOST_BYTES = 5_000_000;
const NOT_SOURCE = '__pycache__';
const SOURCE = 'yt_dlp_plugins';
/** Of copies: those that were used last stay. */
const MOST_KEPT = 10;

const keptIn = (dataDir: string) => path.join(dataDir, 'token-plugins');

/** The copy of the plugin with this hash; null for none, and for one that is no more what it was. */
export function findKeptPlugin(dataDir: string, sha256: string): string | null {
  const folder = path.join(keptIn(dataDir), sha256);
  if (!existsSync(folder)) return null;
  const archive = readdirSync(folder).find((name) => name.startsWith('plugin.'));
  const copy = archive === undefined ? folder : path.join(folder, archive);
  return hasHash(copy, sha256) ? copy : null;
}

function hasHash(plugin: string, hash: string): boolean {
  try {
    return hashPlugin(plugin) === hash;
  } catch {
    return false;
  }
}

/**
 * Copies a plugin unless there is a copy of it, and returns the copy; the oldest ones go, except those in use. Throws ConfigError for
 * one that has changed since it was hashed.
 */
export function keepPlugin(
  dataDir: string,
  { plugin, sha256: hash }: { readonly plugin: string; readonly sha256: string },
  used: readonly string[],
): string {
  const place = path.join(keptIn(dataDir), hash);
  if (findKeptPlugin(dataDir, hash) === null) {
    removeOldest(keptIn(dataDir), used);
    const draft = `${place}.${randomBytes(4).toString('hex')}`;
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    const name = isArchive(plugin) ? `plugin${path.extname(plugin)}` : SOURCE;
    const copy = path.join(draft, name);
    cpSync(isArchive(plugin) ? plugin : path.join(plugin, SOURCE), copy, {
      recursive: true,
      filter: (file) => path.basename(file) !== NOT_SOURCE,
    });
    if (!hasHash(name === SOURCE ? draft : copy, hash)) {
      rmSync(draft, { recursive: true });
      throw new ConfigError(`POT_PLUGIN_PATH: ${plugin} has changed meanwhile.`);
    }
    // A copy that was changed, or of which a part is gone.
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
  }
  const seconds = systemClock.now() / 1000;
  utimesSync(place, seconds, seconds);
  return findKeptPlugin(dataDir, hash) ?? plugin;
}

function removeOldest(folder: string, used: readonly string[]): void {
  if (!existsSync(folder)) return;
  const byUse = readdirSync(folder)
    .filter((name) => !used.includes(name))
    .map((name) => path.join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byUse.slice(MOST_KEPT - 1)) rmSync(old, { recursive: true });
}

/** The SHA-256 of an archive, or of a folder's list of files as `sha256sum` writes it. Throws an Error for what is no plugin. */
export function hashPlugin(plugin: string): string {
  if (isArchive(plugin)) return sha256(plugin);
  const files = filesIn(path.join(plugin, SOURCE));
  const lines = files.map((file) => `${sha256(file)}  ${path.relative(plugin, file)}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

function isArchive(plugin: string): boolean {
  return lstatSync(plugin).isFile() && /\.(zip|whl)$/.test(plugin);
}

/** In the order of their names' bytes. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile()) throw new Error(`${file} is no ordinary file`);
      return file;
    })
    .filter((file) => !file.split(path.sep).includes(NOT_SOURCE));
  if (files.length === 0 || files.length > MOST_FILES) throw new Error(`${files.length} files`);
  return files.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function sha256(file: string): string {
  if (lstatSync(file).size > MOST_BYTES) throw new Error(`${file} is too large`);
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
