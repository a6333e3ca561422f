// Parts of a file: exact ones to the frame, copied ones from the key frame that the answer names, from every kind of source.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaIdentifier } from '../../src/adapters/ffmpeg/identify-media.ts';
import { createTranscoder } from '../../src/adapters/ffmpeg/making/transcoder.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import { planEdit } from '../../src/core/choosing/edits/plan-edit.ts';
import type { Receipt } from '../../src/core/files/stored-file.ts';
import {
  COUNTED_FPS,
  type Counted,
  countedSource,
  readCounted,
  readFrameNumbers,
  readTicks,
} from '../support/media/counted-media.ts';
import { fakeFetching } from '../support/media/fake-fetching.ts';
import { createMediaFolder, H264, type MediaFolder } from '../support/media/media-fixtures.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { OVER_HTTP, type Visitor, visit } from '../support/product/visitor.ts';
import { createRandom } from '../support/run/random.ts';

const SECONDS = 20;
/** Frames from one key frame to the next. */
const GROUP = 48;
const SOUND_TOLERANCE_SECONDS = 0.02;
const SPANS = 100;
/** Parts that are read in one run. */
const BATCH = 20;
const SEED = 14;
const X264 = [
  ...H264,
  '-g',
  String(GROUP),
  '-keyint_min',
  String(GROUP),
  '-sc_threshold',
  '0',
  '-bf',
  '3',
];

const SOURCES = {
  'counted.mp4': [...X264, '-c:a', 'aac'],
  'counted.mkv': [...X264, '-c:a', 'aac'],
  'counted.ts': [...X264, '-c:a', 'aac'],
  'counted.webm': [
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-g',
    String(GROUP),
    '-c:a',
    'libopus',
  ],
} as const;

let product: Product;
let origin: string;
let media: MediaFolder;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  media = await createMediaFolder();
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-trim-'));
  const source = countedSource(SECONDS);
  await Promise.all(
    Object.entries(SOURCES).map(async ([name, words]) => {
      const file = await media.ffmpeg(name, ...source, ...words);
      ticksOf.set(name, await readTicks(file));
    }),
  );
});
afterAll(async () => {
  await product.close();
  await media.remove();
  await rm(folder, { recursive: true, force: true });
});

/** When each source ticks: encoders add a little silence in front, and not every container says how much. */
const ticksOf = new Map<string, readonly number[]>();

type Span = { readonly start: number; readonly end: number };

/** Uploads a source once, trims it, and receives the file. */
async function trimmed(
  visitor: Visitor,
  name: string,
  fields: Span & { readonly mode?: string; readonly format?: string },
) {
  const answer = await visitor.upload('trim', path.join(media.folder, name), { ...fields });
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  return { answer, file: (await visitor.receive(answer, folder)).path };
}

/** The frames and ticks that a part has: frames are shown from their time on, ticks sound at theirs. */
function expectExact(name: string, { frames, ticks }: Counted, { start, end }: Span): void {
  const [first = -1, last = -1] = [frames[0], frames.at(-1)];
  expect(Math.abs(first - start * COUNTED_FPS)).toBeLessThanOrEqual(1);
  expect(Math.abs(last + 1 - end * COUNTED_FPS)).toBeLessThanOrEqual(1);
  expect(frames).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  const own = (ticksOf.get(name) ?? []).map((tick) => tick - start);
  const isNear = (one: readonly number[]) => (tick: number) =>
    one.some((other) => Math.abs(Math.max(0, other) - tick) <= SOUND_TOLERANCE_SECONDS);
  expect(ticks.filter((tick) => !isNear(own)(tick))).toEqual([]);
  // What begins or ends with the part may be heard or not.
  const inside = own.filter((tick) => tick > 0.05 && tick < end - start - 0.05);
  expect(inside.filter((tick) => !isNear(ticks)(tick))).toEqual([]);
}

describe.each(Object.keys(SOURCES))('%s', (name) => {
  it('is cut to the frame, and its sound with it', async () => {
    const span = { start: 5.03, end: 9.51 };
    const { answer, file } = await trimmed(visit(origin), name, span);
    const [counted] = (await readCounted([file])) as [Counted];
    expectExact(name, counted, span);
    expect(answer.receipt.durationSeconds).toBeCloseTo(span.end - span.start, 1);
    expect(answer.filename).toMatch(/0\.05-0\.09/);
  });

  it('is copied from the key frame before the start, which the answer names', async () => {
    const { answer, file } = await trimmed(visit(origin), name, {
      start: 7.3,
      end: 12.1,
      mode: 'keyframe',
    });
    const keyFrame = Math.floor((7.3 * COUNTED_FPS) / GROUP) * GROUP;
    const { span } = answer.receipt;
    expect(span?.startSeconds).toBeCloseTo(keyFrame / COUNTED_FPS, 1);
    expect(span?.endSeconds).toBe(12.1);
    const frames = await readFrameNumbers(file);
    expect(frames[0]).toBe(keyFrame);
    expect(Math.abs((frames.at(-1) ?? 0) + 1 - 12.1 * COUNTED_FPS)).toBeLessThanOrEqual(3);
    const [tick = -1] = await readTicks(file);
    const first = (ticksOf.get(name) ?? []).find((one) => one > keyFrame / COUNTED_FPS) ?? 0;
    // Copied sound begins with a whole packet.
    expect(Math.abs(tick - (first - keyFrame / COUNTED_FPS))).toBeLessThanOrEqual(0.03);
  });
});

it(`${SPANS} random parts are cut to the frame`, { timeout: 300_000 }, async () => {
  const random = createRandom(SEED);
  const cut = await createCutter();
  const spans = Array.from({ length: SPANS }, () => {
    const start = random() * (SECONDS - 1.2);
    return { start, end: start + 0.2 + random() };
  });
  const names = Object.keys(SOURCES);
  const atOnce = pLimit(3);
  let seen = 0;
  for (let from = 0; from < SPANS; from += BATCH) {
    const parts = spans.slice(from, from + BATCH).map((span, index) => ({
      span,
      name: names[(from + index) % names.length] ?? '',
    }));
    const files = await atOnce.map(parts, ({ name, span }) => cut(name, span));
    for (const [index, counted] of (await readCounted(files)).entries()) {
      const { name = '', span = { start: 0, end: 0 } } = parts[index] ?? {};
      try {
        expectExact(name, counted, span);
      } catch (cause) {
        throw new Error(`seed ${SEED}: ${name}, ${JSON.stringify(span)}`, { cause });
      }
      seen += 1;
    }
  }
  expect(seen).toBe(SPANS);
});

/** Cuts parts of a source with the parts of the product that plan and make them, without the server around. */
async function createCutter(): Promise<(name: string, span: Span) => Promise<string>> {
  const tools = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const [identify, transcoder] = [createMediaIdentifier(tools), createTranscoder(tools)];
  const { signal } = new AbortController();
  const known = new Map<string, ReturnType<typeof identify>>();
  return async (name, { start, end }) => {
    const source = path.join(media.folder, name);
    known.set(name, known.get(name) ?? identify(source, signal));
    const plan = planEdit(
      { ...((await known.get(name)) as Receipt), id: name },
      {
        container: null,
        span: { startSeconds: start, endSeconds: end },
        cut: 'exact',
        quality: null,
        kilobitsPerSecond: null,
        maxBytes: null,
      },
    );
    const made = await transcoder.make({
      recipe: plan.recipe,
      inputs: [{ role: 'both', fetching: fakeFetching(source) }],
      folder: await mkdtemp(path.join(folder, 'part-')),
      durationSeconds: plan.seconds,
      maxBytes: 1e9,
      tags: null,
      signal,
      report: () => undefined,
    });
    return made.path;
  };
}
