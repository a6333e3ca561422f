// The lab's media library: files, HLS and DASH, each made with ffmpeg on first use and cached.

import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import pLimit from 'p-limit';
import { makeDash } from './dash.ts';
import { makeHls } from './hls.ts';
import type {
  DashOptions,
  HlsOptions,
  MediaFile,
  MediaLibrary,
  Presentation,
  PresentationFile,
  Variant,
} from './media.ts';
import { createMediaCache, MEDIA_CACHE } from './media-cache.ts';
import { runTool } from './run-tool.ts';
import {
  fileArguments,
  minuteArguments,
  photoArguments,
  secondArguments,
} from './variant-arguments.ts';

// Increased when hls.ts or dash.ts change their output.
const CUT = 1;
// Placeholders in a recipe for the paths of what is repeated: a second of video, a minute of audio.
const SECOND = 'SECOND';
const MINUTE = 'MINUTE';
// Each may use two threads.
const MOST_AT_ONCE = 2;

/** Creates a library that caches its files in `cacheDir` and makes them with the program `ffmpeg`. */
export function createMediaLibrary({
  cacheDir = MEDIA_CACHE,
  ffmpeg = 'ffmpeg',
}: {
  readonly cacheDir?: string;
  readonly ffmpeg?: string;
} = {}): MediaLibrary {
  const inTurn = pLimit(MOST_AT_ONCE);
  const run = (args: readonly string[], folder?: string) =>
    inTurn(() => runTool(ffmpeg, args, folder));
  let known: Promise<{ readonly encoders: string; readonly version: string }> | undefined;
  const program = () => {
    known ??= readProgram(run);
    return known;
  };
  const cache = createMediaCache(cacheDir, async () => (await program()).version);

  // Cached by the very arguments that make it, so that changed arguments never meet an old file.
  const recipeOf = async (variant: Variant): Promise<Recipe> => {
    const { picture, container } = variant;
    const isPhoto = container === 'jpeg' || container === 'png' || container === 'webp';
    if (isPhoto && picture === undefined) throw new TypeError('A photo needs a picture.');
    if (isPhoto && picture !== undefined) return { file: photoArguments(variant, picture) };
    const minute = minuteArguments(variant);
    const second = picture ? secondArguments(variant, picture, (await program()).encoders) : null;
    return {
      ...(second && { second }),
      ...(minute && { minute }),
      file: fileArguments(variant, second && SECOND, minute && MINUTE),
    };
  };

  async function file(variant: Variant): Promise<MediaFile> {
    const recipe = await recipeOf(variant);
    const path = await cache.keep(recipe, `.${variant.container}`, async (unfinished) => {
      // Variants that differ only in length, audio or container share the second of video that they repeat.
      const paths = new Map<string, string>();
      if (recipe.second) paths.set(SECOND, await keepRepeated({ second: recipe.second }));
      if (recipe.minute) paths.set(MINUTE, await keepRepeated({ minute: recipe.minute }));
      await run([...recipe.file.map((word) => paths.get(word) ?? word), unfinished]);
    });
    return { path, bytes: (await stat(path)).size };
  }

  const keepRepeated = (recipe: Readonly<Record<string, readonly string[]>>) =>
    cache.keep(recipe, '.mp4', async (path) => {
      await run([...Object.values(recipe).flat(), path]);
    });

  const keepPresentation = async (
    kind: 'hls' | 'dash',
    asked: HlsOptions | DashOptions,
    variants: readonly Variant[],
    make: (folder: string) => Promise<void>,
  ) => {
    const recipes = await Promise.all(variants.map(recipeOf));
    return readPresentation(await cache.keep({ [kind]: asked, CUT, recipes }, `.${kind}`, make));
  };

  const tools = { file, ffmpeg: run };
  return {
    file,
    hls: (asked) => {
      const variants = [...asked.renditions, ...(asked.sounds ?? []).map(({ variant }) => variant)];
      return keepPresentation('hls', asked, variants, (folder) => makeHls(asked, folder, tools));
    },
    dash: (asked) => {
      const variants = [...asked.pictures, ...asked.sounds];
      return keepPresentation('dash', asked, variants, (folder) => makeDash(asked, folder, tools));
    },
  };
}

type Recipe = {
  readonly second?: readonly string[];
  readonly minute?: readonly string[];
  readonly file: readonly string[];
};

async function readProgram(run: (args: readonly string[]) => Promise<Buffer>) {
  const version = await run(['-hide_banner', '-version']);
  const encoders = await run(['-hide_banner', '-encoders']);
  return { version: version.toString(), encoders: encoders.toString() };
}

const TYPES: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.bin': 'application/octet-stream',
};

/** A cached folder as a presentation: playlists as text, so that a platform can change them; all else as files. */
async function readPresentation(folder: string): Promise<Presentation> {
  const files = new Map<string, PresentationFile>();
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    if (name === 'manifest') continue;
    files.set(
      name,
      name.endsWith('.m3u8') ? { text: await readFile(path, 'utf8'), type } : { path, type },
    );
  }
  return { manifest: await readFile(join(folder, 'manifest'), 'utf8'), files };
}
