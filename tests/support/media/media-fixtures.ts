// Media for the tests of the transcoder and the checker: every container that platforms send, whole or damaged.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../../../lab/media/run-tool.ts';
import { createEncoder } from './encode.ts';

const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];

/** The folder of one test file, and ffmpeg to create files in it. */
export type MediaFolder = {
  readonly folder: string;
  /** Runs ffmpeg with these arguments and the path of a new file `name`; returns the path. */
  readonly ffmpeg: (name: string, ...words: readonly string[]) => Promise<string>;
  /** Writes a changed copy of a file; `change` may modify its argument or return other bytes. */
  readonly changed: (
    path: string,
    name: string,
    change: (bytes: Buffer) => Buffer,
  ) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** Creates the folder. */
export async function createMediaFolder(): Promise<MediaFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-media-'));
  const encode = createEncoder();
  return {
    folder,
    async ffmpeg(name, ...words) {
      const path = join(folder, name);
      await encode(path, words);
      return path;
    },
    async changed(path, name, change) {
      const bytes = await readFile(path);
      const to = join(folder, name);
      await writeFile(to, change(bytes));
      return to;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Source arguments for noisy video that compresses badly, so that the bytes are spread evenly over its duration. */
export function noisyPicture(size: string, seconds: number, fps = 25): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${fps}:d=${seconds},noise=alls=8:allf=t`];
}

/** Source arguments for a tone. */
export function tone(seconds: number, hz = 440): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=${hz}:sample_rate=48000:duration=${seconds}`];
}

/** Source and codec words for Opus of so many channels; players know how to place eight of them at most. */
export function manyChannels(seconds: number, channels: number): string[] {
  const tones = Array.from({ length: channels }, () => '0.1*sin(880*PI*t)').join('|');
  const layout = channels === 8 ? ':c=7.1' : '';
  const family = channels > 8 ? ['-mapping_family', '255'] : [];
  const source = `aevalsrc=${tones}:s=48000:d=${seconds}${layout}`;
  return ['-f', 'lavfi', '-i', source, '-c:a', 'libopus', ...family];
}

/** Quick H.264 and AAC. */
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p'];

/** Overwrites `bytes` bytes at a share of a file, counted from where its media begin. */
export function hole(share: number, bytes: number, filling: 'zeros' | 'foreign') {
  return (file: Buffer): Buffer => {
    const media = Math.max(0, file.indexOf('mdat', 0, 'latin1') + 4);
    const at = media + Math.floor((file.length - media) * share);
    const end = Math.min(file.length, at + bytes);
    if (filling === 'zeros') file.fill(0, at, end);
    else for (let to = at; to < end; to += 1) file[to] = (to * 2_654_435_761) >>> 13;
    return file;
  };
}

/** MD5 of each stream's packets (`copy`) or of what is decoded from them, in order. `strictly` are words such as `-xerror`. */
export async function streamHashes(
  path: string,
  how: 'copy' | 'decoded',
  strictly: readonly string[] = [],
): Promise<string[]> {
  const codec = how === 'copy' ? ['-c', 'copy'] : [];
  const out = await runTool('ffmpeg', [
    ...QUIET,
    ...strictly,
    '-i',
    path,
    '-map',
    '0:v?',
    '-map',
    '0:a?',
    ...codec,
    '-f',
    'streamhash',
    '-hash',
    'md5',
    'pipe:1',
  ]);
  return out
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\d+,/, ''));
}
