// What the doctor finds about the provider of YouTube's PO tokens and its plugin.
import { pingTokenProvider } from '../adapters/door/token-provider.ts';
import type { TokenProviderPlugin } from '../adapters/ytdlp/engine-settings.ts';
import type { EngineDescription } from '../adapters/ytdlp/workers/protocol.ts';
import type { Finding } from './doctor-shared.ts';

/** The findings; none where no provider is set. */
export async function tokenFindings(
  provider: TokenProviderPlugin | undefined,
  { tokenProviders }: Pick<EngineDescription, 'tokenProviders'>,
): Promise<Finding[]> {
  if (!provider) return [];
  const { origin, plugin, sha256 } = provider;
  const answer = await pingTokenProvider(origin).then(
    (version) => ({ isThere: true, text: `version ${version} answers at ${origin}` }),
    (error: unknown) => ({
      isThere: false,
      text: `${origin} does not answer (${reasonOf(error)}): YouTube gets no tokens; start the provider, or correct POT_PROVIDER_URL`,
    }),
  );
  const isLoaded = tokenProviders.length > 0;
  return [
    {
      state: isLoaded ? 'ok' : 'degraded',
      name: 'plugin for tokens',
      message: `${isLoaded ? tokenProviders.join(', ') : 'no provider in it is for this yt-dlp; name another in POT_PLUGIN_PATH'}; ${plugin}, SHA-256 ${sha256}`,
    },
    {
      state: answer.isThere ? 'ok' : 'degraded',
      name: 'provider of tokens',
      message: answer.text,
    },
  ];
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? (error instanceof Error ? error.message.slice(0, 100) : 'unknown');
}
