// The video that the benchmark edits: noise of 720p30 with stereo audio, in ten minutes about 400 MB.
import { rm, stat } from 'node:fs/promises';
import { createMediaCache, MEDIA_CACHE } from '../../lab/media/media-cache.ts';
import { runTool } from '../../lab/media/run-tool.ts';

/** What is encoded; the rest repeats it. */
const LOOP_SECONDS = 20;
const WORDS = [
  ...['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30,noise=alls=6:allf=t'],
  ...['-f', 'lavfi', '-i', 'anoisesrc=c=pink:a=0.3:r=48000'],
  ...['-t', String(LOOP_SECONDS), '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '60'],
  ...['-pix_fmt', 'yuv420p', '-b:v', '5150k', '-maxrate', '5150k', '-bufsize', '5150k'],
  // So much at every moment, whatever the encoder saves.
  ...['-x264-params', 'nal-hrd=cbr:filler=1', '-c:a', 'aac', '-b:a', '192k', '-ac', '2'],
];

/** The file. */
export type EditSource = {
  readonly path: string;
  readonly seconds: number;
  readonly bytes: number;
};

/** Makes the file once. */
export async function prepareEditSource(minutes: number): Promise<EditSource> {
  const seconds = minutes * 60;
  const cache = createMediaCache(MEDIA_CACHE, async () =>
    String(await runTool('ffmpeg', ['-version'])),
  );
  const file = await cache.keep({ words: WORDS, seconds }, '.mp4', async (to) => {
    const once = `${to}.loop.mp4`;
    await runTool('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...WORDS, once]);
    const again = ['-stream_loop', '-1', '-i', once, '-t', String(seconds), '-c', 'copy'];
    await runTool('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...again, to]);
    await rm(once);
  });
  return { path: file, seconds, bytes: (await stat(file)).size };
}
