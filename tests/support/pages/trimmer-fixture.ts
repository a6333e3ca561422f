// The trimmer on a page of its own in a real browser, built and served with the product's settings, and films to cut.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { runTool } from '../../../lab/media/run-tool.ts';
import { openContexts } from '../browser/browser.ts';
import { type PieceServer, servePiece } from '../browser/serve-piece.ts';
import { createEncoder } from '../media/encode.ts';

const encode = createEncoder();

/** The fixture. `folder` is for films and what is saved. */
export type TrimmerFixture = {
  readonly folder: string;
  readonly origin: string;
  readonly open: (look?: TrimmerWindow) => Promise<TrimmerTab>;
  readonly close: () => Promise<void>;
};

/** The kind of window. Default: a computer with a light screen. */
export type TrimmerWindow = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly dir?: 'ltr' | 'rtl';
  readonly lang?: 'en' | 'de' | 'ar';
  readonly hasTouch?: boolean;
};

/** One tab. `problems` collects what the console says and what asks for anything besides this site and `blob:`. */
export type TrimmerTab = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  /** What the console may say, whenever it says it: a test adds the words of the fault that it makes. */
  readonly expected: RegExp[];
  /** Everything that was asked for over the network, in order. */
  readonly requests: string[];
  readonly close: () => Promise<void>;
};

/** Builds the page and serves it. */
export function serveTrimmer(): Promise<PieceServer> {
  return servePiece({ entry: 'trimmer-page/trimmer-page.tsx', title: 'Trimmer' });
}

/** Starts what is not lent: the server of the page, and the browser. */
export async function startTrimmerFixture(
  lent: { readonly browser?: Browser; readonly server?: PieceServer } = {},
): Promise<TrimmerFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-trimmer-'));
  const server = lent.server ?? (await serveTrimmer());
  const browser = await openContexts(lent.browser);
  return {
    folder,
    origin: server.origin,
    async open({
      width = 1280,
      height = 900,
      colorScheme = 'light',
      dir = 'ltr',
      lang = 'en',
      hasTouch = false,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch,
        acceptDownloads: true,
        reducedMotion: 'reduce' as const,
      });
      const page = await context.newPage();
      const [problems, requests]: [string[], string[]] = [[], []];
      const expected: RegExp[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        const isExpected = expected.some((one) => one.test(message.text()));
        if (isComplaint && !isExpected) problems.push(message.text());
      });
      page.on('request', (request) => {
        if (/^(blob|data):/.test(request.url())) return;
        requests.push(`${request.method()} ${request.url()}`);
        if (!request.url().startsWith(server.origin)) problems.push(`went to ${request.url()}`);
      });
      await page.goto(`${server.origin}/?dir=${dir}&lang=${lang}`);
      await page.locator('input[type=file]').waitFor({ state: 'attached' });
      return { page, context, problems, expected, requests, close: () => context.close() };
    },
    async close() {
      await browser.close();
      if (!lent.server) await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a film with ffmpeg: a moving picture with a key picture every two seconds, and a tone. */
export async function makeFilm(
  file: string,
  {
    seconds = 12,
    video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'],
    audio = ['-c:a', 'aac'],
  } = {},
): Promise<string> {
  await encode(file, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=320x180:rate=25:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:duration=${seconds}`,
    ...video,
    '-pix_fmt',
    'yuv420p',
    '-g',
    '50',
    '-sc_threshold',
    '0',
    ...audio,
    '-shortest',
  ]);
  return file;
}

/** One packet as ffprobe sees it. */
export type ProbedPacket = { readonly pts_time: string; readonly data_hash: string };

/** What ffprobe says of a file: its streams, its length, and the packets of picture and sound. */
export async function probe(file: string): Promise<{
  readonly codecs: readonly string[];
  readonly seconds: number;
  readonly video: readonly ProbedPacket[];
  readonly audio: readonly ProbedPacket[];
}> {
  const words = ['-v', 'error', '-of', 'json', '-show_data_hash', 'md5'];
  const asked = ['-show_streams', '-show_format', '-show_packets'];
  const { streams, format, packets } = JSON.parse(
    String(await runTool('ffprobe', [...words, ...asked, file])),
  ) as Probed;
  const first = (type: string) => streams.find(({ codec_type }) => codec_type === type)?.index;
  const packetsOf = (type: string) =>
    packets.filter(({ stream_index }) => stream_index === first(type));
  return {
    codecs: streams.map(({ codec_name }) => codec_name),
    seconds: Number(format.duration),
    video: packetsOf('video'),
    audio: packetsOf('audio'),
  };
}

type Probed = {
  readonly streams: readonly {
    readonly index: number;
    readonly codec_type: string;
    readonly codec_name: string;
  }[];
  readonly format: { readonly duration: string };
  readonly packets: readonly (ProbedPacket & { readonly stream_index: number })[];
};

/** Puts a file in and waits until it can be cut. */
export async function choose({ page }: TrimmerTab, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
  await isOpen(page, file);
}

/** The file can be worked on, by keys as well: the focus comes a moment after the heading. */
export async function isOpen(page: Page, file: string): Promise<void> {
  await page.getByRole('heading', { name: path.basename(file) }).waitFor();
  await page.locator('section:focus').waitFor();
}

/** Types a time into "Start" or "End". */
export function typeTime({ page }: TrimmerTab, which: 'Start' | 'End', text: string) {
  return typeIn(page, which, text);
}

/** The same on any page with the trimmer. */
export async function typeIn(page: Page, which: 'Start' | 'End', text: string): Promise<void> {
  await page.getByRole('textbox', { name: which }).fill(text);
  await page.keyboard.press('Enter');
}

/** Keeps two parts of an open file: the first from 2.2 to 5 seconds, the second from 9.3 to 11. */
export async function keepTwo(tab: TrimmerTab): Promise<void> {
  const { page } = tab;
  await typeTime(tab, 'Start', '2.2');
  await typeTime(tab, 'End', '5');
  await page.getByRole('slider', { name: 'Position' }).focus();
  for (const key of ['Home', 'ArrowRight', ...Array(8).fill('ArrowRight')])
    await page.keyboard.press(key);
  await page.keyboard.press('n');
  await typeTime(tab, 'Start', '9.3');
  await typeTime(tab, 'End', '11');
}

/** Hundreds of megabytes are cut, written, checked and copied on a machine that may be busy. */
const LONG = { timeout: 120_000 };

/** Presses "Trim", waits for the file and saves it; the answer is where it lies. */
export async function trimAndSave({ page }: TrimmerTab, folder: string): Promise<string> {
  await page.getByRole('button', { name: 'Trim', exact: true }).click();
  return save(page, folder, () => page.getByRole('link', { name: 'Save' }).click(LONG));
}

/** Saves what an action makes the browser save, under the name the page gives it. */
export async function save(page: Page, folder: string, act: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download', LONG);
  await act();
  const download = await coming;
  const file = path.join(folder, 'saved', download.suggestedFilename());
  await download.saveAs(file);
  return file;
}
