// The operator's provider of PO tokens, as a text of the setup: its address, and which plugin asks it.
import path from 'node:path';
import type { TokenProviderPlugin } from '../../adapters/ytdlp/engine-settings.ts';
import type { TokenRequest } from '../../adapters/ytdlp/workers/protocol.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import { findKeptPlugin, hashPlugin } from './plugin-files.ts';

const SETTING = 'POT_PROVIDER_URL';
/** As in `http://127.0.0.1:4416; plugin=…`. */
const FORM = /^(?<origin>\S+?)(?:\s*;\s*plugin=(?<sha256>[0-9a-f]{64}))?$/;

/** The text of the settings, see {@link readTokenProvider}; empty for none. Throws ConfigError with a remedy. */
export function configuredTokenProvider(config: Config): string {
  const { POT_PROVIDER_URL } = config;
  if (POT_PROVIDER_URL === undefined) return '';
  return tokenProviderText(readTokenProvider(config, new URL(POT_PROVIDER_URL).origin));
}

/** The text that names a provider with the plugin's hash. */
export function tokenProviderText(provider: TokenProviderPlugin | null): string {
  return provider ? `${provider.origin}; plugin=${provider.sha256}` : '';
}

/**
 * Reads a text: an origin, and the SHA-256 of the plugin where it is not the one that POT_PLUGIN_PATH has at the moment. Throws
 * ConfigError with a remedy.
 */
export function readTokenProvider(config: Config, text: string): TokenProviderPlugin | null {
  if (text.trim() === '') return null;
  const { origin = '', sha256 } = FORM.exec(text.trim())?.groups ?? {};
  const isOrigin = URL.canParse(origin) && `${new URL(origin).origin}/` === new URL(origin).href;
  if (!isOrigin || !/^https?:/.test(origin))
    throw new ConfigError(
      `${SETTING}, line 1: write one origin, such as http://127.0.0.1:4416, and nothing else; or "; plugin=" and the SHA-256 of its plugin behind it.`,
    );
  const provider = new URL(origin).origin;
  const kept = sha256 === undefined ? null : findKeptPlugin(config.DATA_DIR, sha256);
  if (kept !== null && sha256 !== undefined) return { origin: provider, plugin: kept, sha256 };
  const named = namedPlugin(config);
  if (sha256 === undefined || named.sha256 === sha256) return { origin: provider, ...named };
  throw new ConfigError(
    `${SETTING}, line 1: no plugin with this SHA-256 is here; POT_PLUGIN_PATH has ${named.sha256}.`,
  );
}

function namedPlugin({ POT_PLUGIN_PATH, root }: Config): Omit<TokenProviderPlugin, 'origin'> {
  if (POT_PLUGIN_PATH === undefined)
    throw new ConfigError(
      'POT_PLUGIN_PATH: name the plugin of this provider in the settings of this server.',
    );
  const plugin = path.resolve(root, POT_PLUGIN_PATH);
  try {
    return { plugin, sha256: hashPlugin(plugin) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? error.message;
    throw new ConfigError(
      `POT_PLUGIN_PATH: ${plugin} is no plugin of yt-dlp (${why}). Name a folder that holds yt_dlp_plugins/, or a .zip or .whl file.`,
    );
  }
}

/** The tokens that the last inspection of YouTube's needed; null before the first. */
export type LastTokens = {
  readonly at: number;
  readonly requests: readonly TokenRequest[];
} | null;

/** Keeps the last inspection's tokens: who asked and who answered, nothing of the token and the video. */
export function createTokenUse(clock: Pick<Clock, 'now'>) {
  let last: LastTokens = null;
  return {
    note(requests: readonly TokenRequest[]) {
      last = { at: clock.now(), requests };
    },
    last: (): LastTokens => last,
  };
}
