// Recipes of edits, and what ffprobe says of their files.
import { runTool } from '../../../lab/media/run-tool.ts';
import type { EncodeRecipe } from '../../../src/core/choosing/plan.ts';
import type { MakeTask } from '../../../src/core/jobs/ports.ts';

/** An edit of a visitor's own file, of two seconds. */
export const OWN: Partial<MakeTask> = {
  tags: { title: '', artist: null, cover: Promise.resolve(null), ofSource: true },
  durationSeconds: 2,
};
export const COPY = { kind: 'copy', container: 'mp4' } as const;
/** Video alone, in H.264. */
export const ENCODE: EncodeRecipe = {
  kind: 'encode',
  container: 'mp4',
  picture: { codec: 'h264', shortSide: null, kilobitsPerSecond: null },
  sound: null,
  span: null,
  fitBytes: null,
};
export const AAC = { codec: 'aac', kilobitsPerSecond: 128 } as const;
/** Source arguments for two seconds of video. */
export const picture = (size = '160x90', rate = 25) =>
  ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=2`] as const;
/** The entries of a file that are asked for. */
export const entries = async (path: string, wanted: string) =>
  JSON.parse(
    (
      await runTool('ffprobe', ['-v', 'error', '-show_entries', wanted, '-of', 'json', path])
    ).toString(),
  );
