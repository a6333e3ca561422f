// What reaches the internet or runs a program: yt-dlp, ffmpeg, and requests for small files.
import path from 'node:path';
import { createFilms } from '../../adapters/ffmpeg/films.ts';
import { createMediaIdentifier } from '../../adapters/ffmpeg/identify-media.ts';
import { createLauncher } from '../../adapters/process/launcher.ts';
import { probeSandboxes } from '../../adapters/process/probe-sandboxes.ts';
import { runProgram } from '../../adapters/process/run.ts';
import type { Sandbox } from '../../adapters/process/sandbox.ts';
import { createShortLinks } from '../../adapters/short-links/follow.ts';
import { requestShortLink } from '../../adapters/short-links/request-hop.ts';
import { createTextFetcher } from '../../adapters/subtitles/fetch-text.ts';
import { createSubtitleReader } from '../../adapters/subtitles/subtitle-reader.ts';
import { fetchPicture } from '../../adapters/thumbnails/fetch-picture.ts';
import { createThumbnails } from '../../adapters/thumbnails/thumbnails.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { SetupTexts } from '../../core/engine-updates/ports.ts';
import { composeEngine } from '../engine.ts';
import { assertHidden } from '../hidden-data.ts';

/** What {@link composeTools} opened. */
export type Tools = Awaited<ReturnType<typeof composeTools>>;

/** Opens the sandbox, the engine and the tools. Throws ConfigError with a remedy. */
export async function composeTools(needs: {
  readonly config: Config;
  readonly clock: Clock;
  /** The setup that the engine starts with. */
  readonly texts: SetupTexts;
  readonly warn: (message: string, cause: unknown) => void;
}) {
  const { config, clock, texts, warn } = needs;
  const found = await openSandbox(config, warn);
  const engine = await composeEngine(config, found, clock, texts);
  const launcher = createLauncher({
    python: engine.python,
    script: path.join(config.root, 'engine/launcher.py'),
  });
  const sandbox = { ...found, launcher };
  const media = { ffmpegPath: config.FFMPEG_PATH, ffprobePath: config.FFPROBE_PATH, sandbox };
  const { door } = engine;
  return {
    ...engine,
    sandbox,
    shortLinks: createShortLinks(requestShortLink(door)),
    thumbnails: createThumbnails({
      ffmpegPath: config.FFMPEG_PATH,
      sandbox,
      clock,
      fetchPicture: fetchPicture(door),
    }),
    subtitles: createSubtitleReader({ clock, withText: createTextFetcher(door) }),
    identify: createMediaIdentifier(media),
    films: createFilms(media),
    ffmpegVersion: () => ffmpegVersion(config, sandbox),
    async close() {
      await engine.close();
      await launcher.close();
    },
  };
}

/** The strongest sandbox that works on this machine. Throws ConfigError when the settings require a stronger one. */
async function openSandbox(
  config: Config,
  warn: (message: string, cause: unknown) => void,
): Promise<Sandbox> {
  const sandbox = await probeSandboxes();
  if (config.SANDBOX === 'required' && sandbox.kind === 'plain') {
    throw new ConfigError(
      `SANDBOX=required, but no sandbox works here: ${sandbox.why}. Allow namespaces, or set SANDBOX=best-effort.`,
    );
  }
  assertHidden(config.DATA_DIR, sandbox);
  if (!sandbox.isolatesNetwork)
    warn(
      'yt-dlp keeps the network of this machine: code inside it could bypass the egress proxy; "npm run doctor" says more',
      undefined,
    );
  return sandbox;
}

/** `7.1.1` of `ffmpeg version 7.1.1 Copyright …`; null when the output has no version. */
async function ffmpegVersion({ FFMPEG_PATH }: Config, sandbox: Sandbox): Promise<string | null> {
  const run = await runProgram({
    sandbox,
    program: FFMPEG_PATH,
    args: ['-version'],
    network: 'none',
    signal: new AbortController().signal,
    deadlineMs: 10_000,
    maxStdoutBytes: 64 * 1024,
  });
  return /^ffmpeg version (\S{1,80})/.exec(run.stdout.toString())?.[1] ?? null;
}
