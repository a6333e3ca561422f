// A room with one small file of each kind that a platform sends, and a transcoder to make files of them.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../lab/media/run-tool.ts';
import { layoutOf } from '../../../src/adapters/ffmpeg/making/pass-through.ts';
import { createTranscoder } from '../../../src/adapters/ffmpeg/making/transcoder.ts';
import { PROBE_ENTRIES, readProbe } from '../../../src/adapters/ffmpeg/read-probe.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Probe } from '../../../src/core/jobs/check-file.ts';
import type { MakeTask } from '../../../src/core/jobs/ports.ts';
import { fakeFetching, type HalfwayFake } from './fake-fetching.ts';
import { H264, type MediaRoom, noisyPicture, openMediaRoom, tone } from './media-fixtures.ts';

/** How long each file is. */
export const SECONDS = 6;
/** Words for an MP4 with its index in front. */
export const FRONT: readonly string[] = ['-movflags', '+faststart'];
/** Words for an MP4 in pieces. */
export const PIECES: readonly string[] = [
  '-movflags',
  '+frag_keyframe+empty_moov+default_base_moof',
];

/** A source by its name or path; it may be held back or broken off halfway. */
export type MadeOf = {
  readonly name: string;
  readonly role?: 'picture' | 'sound' | 'both';
  readonly halfway?: HalfwayFake;
};

/** The room. */
export type MakingRoom = MediaRoom & {
  /** The path of a file by its name. */
  readonly pathOf: (name: string) => string;
  /** Makes a file; gives its path. Each making has a folder of its own, the last of which is `lastFolder()`. */
  readonly make: (
    recipe: MakeTask['recipe'],
    sources: readonly MadeOf[],
    changes?: Partial<MakeTask>,
  ) => Promise<string>;
  readonly lastFolder: () => string;
};

/** Opens a room and fills it. */
export async function openMakingRoom(): Promise<MakingRoom> {
  const needs = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const transcoder = createTranscoder(needs);
  const room = await openMediaRoom();
  await fill(room);
  let rooms = 0;
  const lastFolder = () => join(room.folder, `work-${rooms}`);
  const pathOf = (name: string) => (name.startsWith('/') ? name : join(room.folder, name));
  return {
    ...room,
    pathOf,
    lastFolder,
    async make(recipe, sources, changes = {}) {
      rooms += 1;
      const folder = lastFolder();
      await mkdir(folder);
      const made = await transcoder.make({
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
      return made.path;
    },
  };
}

async function fill(room: MediaRoom): Promise<void> {
  const both = [...noisyPicture('320x240', SECONDS), ...tone(SECONDS)];
  const make = room.ffmpeg;
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

/** A picture and a sound of their own, as two sources. */
export function pair(halfway?: HalfwayFake): MadeOf[] {
  const held = halfway ? { halfway } : {};
  return [
    { name: 'picture.mp4', role: 'picture', ...held },
    { name: 'sound.m4a', role: 'sound', ...held },
  ];
}

/** What ffprobe finds in a file, without any sandbox. */
export async function probeOf(path: string): Promise<Probe> {
  const words = ['-v', 'error', '-show_entries', PROBE_ENTRIES, '-of', 'json', path];
  const json = (await runTool('ffprobe', words)).toString();
  const found = readProbe(json, 0);
  if (!found) throw new Error(json);
  return found;
}

/** How the boxes of a file lie. */
export const boxesOf = async (path: string) => layoutOf(path, (await readFile(path)).length);
