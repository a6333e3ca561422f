// The trimmer with a large file of the visitor's own device, in a real browser: how soon it shows a picture and the whole
// waveform, how fast an instant cut of a minute is, and what memory the browser takes.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '../lab/media/run-tool.ts';
import { makeFilm, startTrimmerFixture, typeTime } from '../tests/support/pages/trimmer-fixture.ts';
import type { Options } from './options.ts';
import { childrenNamed, median, memoryOfTree } from './processes.ts';

/** The bytes of the file, and its length. */
const FILE_BYTES = 1_000_000_000;
const MINUTES = 20;
const SAMPLED_EVERY_MS = 200;
/** Key frames come every two seconds. */
const FILM_SECONDS = 20;

/** Medians over the runs; `peakMb` is the memory of the browser with all its processes, shared pages counted once (PSS); `emptyMb` before the file is opened. */
export type TrimmerFigures = {
  readonly bytes: number;
  readonly firstPictureMs: number;
  readonly waveformMs: number;
  readonly cutMs: number;
  readonly emptyMb: number;
  readonly peakMb: number;
};

/** Measures it `runs` times, each in a new browser. */
export async function measureTrimmer({ runs }: Pick<Options, 'runs'>): Promise<TrimmerFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-trimmer-'));
  try {
    const file = await makeLargeFilm(folder);
    const { size } = await stat(file);
    const seen: Omit<TrimmerFigures, 'bytes'>[] = [];
    for (let run = 0; run < runs; run += 1) seen.push(await measureOnce(file));
    const middle = (key: keyof (typeof seen)[number]) => median(seen.map((one) => one[key]));
    return {
      bytes: size,
      firstPictureMs: middle('firstPictureMs'),
      waveformMs: middle('waveformMs'),
      cutMs: middle('cutMs'),
      emptyMb: middle('emptyMb'),
      peakMb: Math.max(...seen.map(({ peakMb }) => peakMb)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A film of 20 minutes and 1 GB: a short one, repeated without encoding it again. */
async function makeLargeFilm(folder: string): Promise<string> {
  const short = path.join(folder, 'short.mp4');
  const bitrate = String(Math.round((FILE_BYTES * 8) / (MINUTES * 60)));
  await makeFilm(short, {
    seconds: FILM_SECONDS,
    video: ['-vf', 'scale=1280:720,noise=alls=60:allf=t', ...x264(bitrate)],
  });
  const file = path.join(folder, 'Large.mp4');
  const times = String((MINUTES * 60) / FILM_SECONDS - 1);
  const words = ['-v', 'error', '-stream_loop', times, '-i', short, '-c', 'copy'];
  await runTool('ffmpeg', [...words, '-movflags', '+faststart', file]);
  await rm(short);
  return file;
}

function x264(bitrate: string): string[] {
  const rate = ['-b:v', bitrate, '-minrate', bitrate, '-maxrate', bitrate, '-bufsize', bitrate];
  return ['-c:v', 'libx264', '-preset', 'ultrafast', '-nal-hrd', 'cbr', ...rate];
}

async function measureOnce(file: string) {
  const fixture = await startTrimmerFixture();
  const [browser = 0] = childrenNamed(process.pid, 'chrom');
  const memory = () => memoryOfTree(browser);
  const tab = await fixture.open();
  const { page } = tab;
  const emptyMb = memory();
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memory());
  }, SAMPLED_EVERY_MS);
  try {
    const openedAt = performance.now();
    await page.locator('input[type=file]').setInputFiles(file);
    // The first picture is there when the player has data for its time.
    await page.locator('video').waitFor({ state: 'attached' });
    await page.evaluate(`new Promise((done) => {
      const video = document.querySelector('video');
      const look = () => video.readyState >= 2 ? done() : setTimeout(look, 5);
      look();
    })`);
    const firstPictureMs = performance.now() - openedAt;
    await page.locator('.trim-wave[data-complete]').first().waitFor();
    const waveformMs = performance.now() - openedAt;
    await typeTime(tab, 'Start', '9:00');
    await typeTime(tab, 'End', '10:00');
    await page
      .getByText(/^Starts /)
      .first()
      .waitFor();
    const cutAt = performance.now();
    await page.getByRole('button', { name: 'Trim', exact: true }).click();
    await page.getByRole('link', { name: 'Save' }).waitFor();
    const cutMs = performance.now() - cutAt;
    return { firstPictureMs, waveformMs, cutMs, emptyMb, peakMb };
  } finally {
    clearInterval(timer);
    await tab.close();
    await fixture.close();
  }
}
