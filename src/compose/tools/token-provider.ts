// The operator's provider of PO tokens: its plugin's files are read and hashed, so that it is known what runs beside yt-dlp.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TokenProviderPlugin } from '../../adapters/ytdlp/engine-settings.ts';
import type { TokenRequest } from '../../adapters/ytdlp/workers/protocol.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';

const MOST_FILES = 200;
const MOST_BYTES = 5_000_000;
const NOT_SOURCE = '__pycache__';

/** The provider and its plugin; undefined when none is set. Throws ConfigError with a remedy. */
export function tokenProviderOf(config: Config): TokenProviderPlugin | undefined {
  const { POT_PROVIDER_URL, POT_PLUGIN_PATH } = config;
  if (POT_PROVIDER_URL === undefined && POT_PLUGIN_PATH === undefined) return undefined;
  if (POT_PROVIDER_URL === undefined || POT_PLUGIN_PATH === undefined)
    throw new ConfigError('POT_PROVIDER_URL and POT_PLUGIN_PATH belong together; set both.');
  const plugin = path.resolve(config.root, POT_PLUGIN_PATH);
  try {
    return { origin: new URL(POT_PROVIDER_URL).origin, plugin, sha256: hashPlugin(plugin) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? error.message;
    throw new ConfigError(
      `POT_PLUGIN_PATH: ${plugin} is no plugin of yt-dlp (${why}). Name a folder that holds yt_dlp_plugins/, or a .zip or .whl file.`,
    );
  }
}

/** The provider, and which tokens the last inspection of YouTube's needed; `last` is null before the first. */
export type TokenUse = {
  readonly provider: TokenProviderPlugin | null;
  readonly last: { readonly at: number; readonly requests: readonly TokenRequest[] } | null;
};

/** Keeps the last inspection's tokens: who asked and who answered, nothing of the token and the video. */
export function createTokenUse(config: Config, clock: Pick<Clock, 'now'>) {
  const provider = tokenProviderOf(config) ?? null;
  let last: TokenUse['last'] = null;
  return {
    note(requests: readonly TokenRequest[]) {
      last = { at: clock.now(), requests };
    },
    get: (): TokenUse => ({ provider, last }),
  };
}

function hashPlugin(plugin: string): string {
  if (lstatSync(plugin).isFile() && /\.(zip|whl)$/.test(plugin)) return sha256(plugin);
  const files = filesIn(path.join(plugin, 'yt_dlp_plugins'));
  const lines = files.map((file) => `${sha256(file)}  ${path.relative(plugin, file)}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
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
