// `npm run seed`: fills an empty list of trending videos with samples, so that the page can be seen before operators fill it.
import { randomBytes } from 'node:crypto';
import { systemClock } from '../adapters/clock/system.ts';
import { createTrendingVideos } from '../adapters/database/trending-videos.ts';
import { probeSandboxes } from '../adapters/process/probe-sandboxes.ts';
import { runProgram } from '../adapters/process/run.ts';
import { openConfiguredDatabase } from '../compose/state/configured-data.ts';
import { openConfiguredTrendingFiles } from '../compose/state/files.ts';
import { type Config, ConfigError } from '../config.ts';
import type { CommandResult } from './command-result.ts';
import { SAMPLES, type Sample } from './seed-samples.ts';

const DRAW_DEADLINE_MS = 20_000;
const MAX_PICTURE_BYTES = 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Adds the samples with a thumbnail each. A list that is not empty is unchanged unless `again`. A server may run
 * meanwhile. Throws ConfigError when the database cannot be opened or ffmpeg draws no picture.
 */
export async function seed(config: Config, again: boolean): Promise<CommandResult> {
  const database = await openConfiguredDatabase(config);
  const endings: (() => void)[] = [];
  try {
    const videos = createTrendingVideos(database.db);
    const there = await videos.countOf('all');
    if (there > 0 && !again) {
      const message = `The trending list already has ${there} and was not changed. Add the samples to it with "npm run seed -- --again".`;
      return { isDone: false, message };
    }
    const draw = await createDrawing(config);
    const { files, close } = await openConfiguredTrendingFiles(config);
    endings.push(close);
    const now = systemClock.now();
    // All thumbnails first, so that a failure leaves the list empty.
    const pictures = await Promise.all(SAMPLES.map(draw));
    for (const [index, { colours: _, ...sample }] of SAMPLES.entries()) {
      const id = randomBytes(12).toString('hex');
      const thumbnail = `${id}.jpg`;
      await files.add(thumbnail, pictures[index] ?? new Uint8Array());
      await videos.add({
        ...sample,
        id,
        film: null,
        thumbnail,
        viewCount: 0,
        position: null,
        // A minute apart, so that their order is defined.
        createdAt: now - index * MINUTE_MS,
      });
    }
    return { isDone: true, message: `Added ${SAMPLES.length} sample videos to the trending list.` };
  } finally {
    for (const end of endings) end();
    await database.close();
  }
}

/** Returns a function that draws a sample's thumbnail: a gradient of its colours, 640 × 360, as JPEG. */
async function createDrawing(config: Config): Promise<(sample: Sample) => Promise<Uint8Array>> {
  const sandbox = await probeSandboxes();
  return async ({ colours: [from, to] }) => {
    const gradient = `gradients=size=640x360:c0=${from}:c1=${to}:nb_colors=2:x0=0:y0=0:x1=639:y1=359:speed=0.00001`;
    const run = await runProgram({
      sandbox,
      program: config.FFMPEG_PATH,
      args: [
        '-nostdin',
        '-hide_banner',
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        gradient,
        '-frames:v',
        '1',
        '-pix_fmt',
        'yuvj420p',
        '-q:v',
        '3',
        '-f',
        'mjpeg',
        'pipe:1',
      ],
      network: 'none',
      files: { read: [], write: [] },
      limits: { dataBytes: 512 * 1024 * 1024, cpuSeconds: 10, files: 64 },
      signal: new AbortController().signal,
      deadlineMs: DRAW_DEADLINE_MS,
      maxStdoutBytes: MAX_PICTURE_BYTES,
    });
    if (run.reason === 'exit' && run.exitCode === 0 && run.stdout.length > 0) return run.stdout;
    throw new ConfigError(
      `FFMPEG_PATH: no picture could be drawn (${run.reason} ${run.exitCode}): ${run.stderrTail.slice(-300)}`,
    );
  };
}
