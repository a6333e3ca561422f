// A transcoder, and a folder with one small file of each kind that platforms send.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../lab/media/run-tool.ts';
import { layoutOf } from '../../../src/adapters/ffmpeg/making/pass-through.ts';
import { createTranscoder } from '../../../src/adapters/ffmpeg/making/transcoder.ts';
import type { MediaTools } from '../../../src/adapters/ffmpeg/media-tools.ts';
import { PROBE_ENTRIES, readProbe } from '../../../src/adapters/ffmpeg/read-probe.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Clock } from '../../../src/core/async/clock.ts';
import type { Probe } from '../../../src/core/files/checking/find-fault.ts';
import type { MadeFile, MakeTask } from '../../../src/core/jobs/ports.ts';
import { fakeFetching, type HalfwayFake } from './fake-fetching.ts';
import { createMediaFolder, H264, type MediaFolder, noisyPicture, tone } from './media-fixtures.ts';

/** The duration of each file. */
export const SECONDS = 6;
/** Arguments for an MP4 with its index at the front. */
export const FRONT: readonly string[] = ['-movflags', '+faststart'];
/** Arguments for a fragmented MP4. */
export const PIECES: readonly string[] = [
  '-movflags',
  '+frag_keyframe+empty_moov+default_base_moof',
];

/** A source by its name or path; it may stall or fail halfway. */
export type MadeOf = {
  readonly name: string;
  readonly role?: 'picture' | 'sound' | 'both';
  readonly halfway?: HalfwayFake;
};

/** The fixture. */
export type TranscoderFixture = MediaFolder & {
  readonly tools: MediaTools;
  /** The path of a file by its name. */
  readonly pathOf: (name: string) => string;
  /** Makes a file and returns its path. Each run has its own folder; `lastFolder()` is that of the last run. */
  readonly make: (
    recipe: MakeTask['recipe'],
    sources: readonly MadeOf[],
    changes?: Partial<MakeTask>,
  ) => Promise<string>;
  /** Makes a file and returns what the transcoder says of it. */
  readonly madeOf: (
    recipe: MakeTask['recipe'],
    sources: readonly MadeOf[],
    changes?: Partial<MakeTask>,
  ) => Promise<MadeFile>;
  readonly lastFolder: () => string;
};

/** Creates the folder and its files. */
export async function createTranscoderFixture(clock?: Clock): Promise<TranscoderFixture> {
  const needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const transcoder = createTranscoder({ ...needs, ...(clock && { clock }) });
  const media = await createMediaFolder();
  await fill(media);
  let runs = 0;
  const lastFolder = () => join(media.folder, `work-${runs}`);
  const pathOf = (name: string) => (name.startsWith('/') ? name : join(media.folder, name));
  const madeOf: TranscoderFixture['madeOf'] = async (recipe, sources, changes = {}) => {
    runs += 1;
    const folder = lastFolder();
    await mkdir(folder);
    return transcoder.make({
      recipe,
      inputs: sources.map(({ name, role = 'both', halfway }) => ({
        role,
        fetching: fakeFetching(pathOf(name), halfway),
      })),
      folder,
      durationSeconds: SECONDS,
      maxBytes: 1e9,
      tags: null,
      signal: new AbortController().signal,
      report: () => undefined,
      ...changes,
    });
  };
  return {
    ...media,
    tools: needs,
    pathOf,
    lastFolder,
    madeOf,
    make: async (...asked) => (await madeOf(...asked)).path,
  };
}

async function fill(media: MediaFolder): Promise<void> {
  const both = [...noisyPicture('320x240', SECONDS), ...tone(SECONDS)];
  const make = media.ffmpeg;
  const plain = await make('plain.mp4', ...both, ...H264, '-c:a', 'aac', ...FRONT);
  const copy = (...words: readonly string[]) => ['-i', plain, '-c', 'copy', ...words];
  await make('last.mp4', ...copy());
  await make('pieces.mp4', ...copy(...PIECES));
  await make('picture.mp4', ...copy('-an', ...PIECES));
  await make('sound.m4a', ...copy('-vn', ...PIECES, '-f', 'mp4'));
  await make('joined.ts', ...copy());
  await make('sound.aac', ...copy('-vn'));
  await make('sound.mp3', ...tone(SECONDS), '-c:a', 'libmp3lame', '-b:a', '128k');
  await make('opus.webm', ...tone(SECONDS), '-c:a', 'libopus');
  await make('opus.ogg', ...tone(SECONDS), '-c:a', 'libopus');
  await make('vorbis.webm', ...tone(SECONDS), '-c:a', 'libvorbis');
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  await make('vp9.webm', ...both, ...vp9, '-c:a', 'libopus');
  const h265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];
  await make('h265.ts', ...both, ...h265, '-c:a', 'aac');
  await make('photo.jpg', '-f', 'lavfi', '-i', 'color=red:s=320x240', '-frames:v', '1');
}

/** A video and an audio file, as two sources. */
export function pair(halfway?: HalfwayFake): MadeOf[] {
  const held = halfway ? { halfway } : {};
  return [
    { name: 'picture.mp4', role: 'picture', ...held },
    { name: 'sound.m4a', role: 'sound', ...held },
  ];
}

/** The probe of a file, without a sandbox. */
export async function probeOf(path: string): Promise<Probe> {
  const words = ['-v', 'error', '-show_entries', PROBE_ENTRIES, '-of', 'json', path];
  const json = (await runTool('ffprobe', words)).toString();
  const found = readProbe(json, 0);
  if (!found) throw new Error(json);
  return found;
}

/** The layout of the boxes of an MP4. */
export const boxesOf = async (path: string) => layoutOf(path, (await readFile(path)).length);
