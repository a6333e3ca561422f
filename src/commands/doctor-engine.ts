// What the doctor finds about yt-dlp and what it works best with, each fault with the command that mends it. Pure.
import type { EngineLocation } from '../adapters/ytdlp/engine-location.ts';
import type { EngineDescription } from '../adapters/ytdlp/workers/protocol.ts';
import { compareEngineVersions, OLDEST_ENGINE } from '../shared/engine.ts';
import type { Finding } from './doctor-shared.ts';

/** Installs a newer yt-dlp; where there is none, everything stays as it is. */
export const UPDATE_ENGINE = '"npm run engine:update"';

/** The findings about an engine that runs. */
export function findingsOfEngine(
  engine: EngineDescription,
  location: Pick<EngineLocation, 'python' | 'enginePath' | 'source'>,
): Finding[] {
  const { version, python, missing, handlers, impersonation, jsRuntime, solver, unsupported } =
    engine;
  const libraries = Object.entries(engine.libraries).map((library) => library.join(' '));
  const isOld = compareEngineVersions(version, OLDEST_ENGINE) < 0;
  // The same release is not installed again, so what it lacks is added to it.
  const target = location.enginePath === null ? '' : `--target ${location.enginePath} `;
  const lacking = (name: string, library: string, what: string): Finding => ({
    state: 'degraded',
    name,
    message: `${what}; add it with "${location.python} -m pip install ${target}${library}"`,
  });
  return [
    {
      state: isOld ? 'missing' : 'ok',
      name: 'yt-dlp',
      message: `${version} from ${location.source}, Python ${python}${isOld ? `; ${UPDATE_ENGINE} installs ${OLDEST_ENGINE} or newer` : ''}`,
    },
    ...(libraries.length > 0
      ? [
          {
            state: unsupported.length === 0 ? 'ok' : 'degraded',
            name: 'libraries of yt-dlp',
            message: `${libraries.join(', ')}${unsupported.length === 0 ? '' : `; this yt-dlp does not support ${unsupported.join(', ')}: ${unsupported.includes('Python') ? 'install a newer Python' : `${UPDATE_ENGINE} installs others`}`}`,
          } as const,
        ]
      : []),
    missing.length === 0
      ? { state: 'ok', name: 'extractors', message: 'all platforms' }
      : {
          state: 'missing',
          name: 'extractors',
          message: `missing from this yt-dlp: ${missing.join(', ')}; ${UPDATE_ENGINE} installs a newer one`,
        },
    ...(engine.unusable.length > 0
      ? [
          {
            state: 'degraded',
            name: 'ENGINE_ARGS',
            message: `this yt-dlp ignores ${engine.unusable.join(', ')}; remove it from ENGINE_ARGS`,
          } as const,
        ]
      : []),
    handlers.some((name) => /requests/i.test(name))
      ? { state: 'ok', name: 'request handler', message: handlers.join(', ') }
      : lacking(
          'request handler',
          'requests',
          `${handlers.join(', ')} without requests: connections are not kept alive, so every inspection takes longer`,
        ),
    impersonation
      ? { state: 'ok', name: 'impersonation', message: 'curl_cffi' }
      : lacking(
          'impersonation',
          'curl_cffi',
          'no curl_cffi: TikTok and Instagram refuse this server more often',
        ),
    jsRuntimeFinding(jsRuntime),
    solver
      ? { state: 'ok', name: 'solver scripts', message: 'installed' }
      : lacking(
          'solver scripts',
          'yt-dlp-ejs',
          'yt-dlp-ejs is not installed: some YouTube formats are unavailable',
        ),
  ];
}

function jsRuntimeFinding(runtime: EngineDescription['jsRuntime']): Finding {
  const name = 'JavaScript runtime';
  if (runtime?.supported && runtime.name === 'deno')
    return { state: 'ok', name, message: `deno ${runtime.version}` };
  const what = runtime?.supported
    ? `${runtime.name} ${runtime.version}`
    : 'none that yt-dlp accepts: YouTube gives fewer formats';
  return { state: 'degraded', name, message: `${what}; "npm ci" installs Deno` };
}
