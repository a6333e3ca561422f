// The tests of parts of a file: exact ones to the frame, copied ones from the key frame that the answer names; for the kinds of
// sources that a tier takes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COUNTED_FPS,
  type Counted,
  countedSource,
  readCounted,
  readFrameNumbers,
  readTicks,
} from '../media/counted-media.ts';
import { createMediaFolder, H264, type MediaFolder } from '../media/media-fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { OVER_HTTP, type Visitor, visit } from './visitor.ts';

/** The length of each source. */
export const SECONDS = 20;
/** Frames from one key frame to the next. */
const GROUP = 48;
const SOUND_TOLERANCE_SECONDS = 0.02;
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

/** The sources, by their file names. */
export type SourceName = keyof typeof SOURCES;

/** A part of a source. */
export type Span = { readonly start: number; readonly end: number };

/** What more tests of the same sources need. */
export type TrimTests = {
  readonly pathOf: (name: SourceName) => string;
  readonly expectExact: (name: SourceName, counted: Counted, span: Span) => void;
};

/** Declares the tests for parts of these sources. */
export function testTrims(names: readonly SourceName[]): TrimTests {
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
      names.map(async (name) => {
        const file = await media.ffmpeg(name, ...source, ...SOURCES[name]);
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
  const ticksOf = new Map<SourceName, readonly number[]>();

  /** Uploads a source once, trims it, and receives the file. */
  async function trimmed(
    visitor: Visitor,
    name: SourceName,
    fields: Span & { readonly mode?: string; readonly format?: string },
  ) {
    const answer = await visitor.upload('trim', path.join(media.folder, name), { ...fields });
    if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
    return { answer, file: (await visitor.receive(answer, folder)).path };
  }

  /** The frames and ticks that a part has: frames are shown from their time on, ticks sound at theirs. */
  function expectExact(name: SourceName, { frames, ticks }: Counted, { start, end }: Span): void {
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

  describe.each(names)('%s', (name) => {
    it('is cut to the frame, and its sound with it', async () => {
      const span = { start: 5.03, end: 9.51 };
      const { answer, file } = await trimmed(visit(origin), name, span);
      const [counted] = (await readCounted([file])) as [Counted];
      expectExact(name, counted, span);
      expect(answer.receipt.durationSeconds).toBeCloseTo(span.end - span.start, 1);
      expect(answer.filename).toContain('(5.03s-9.51s, ');
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

  return { expectExact, pathOf: (name) => path.join(media.folder, name) };
}
