// Copies, audio and MP3s of the kinds of sources that the first tier does not try.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { H264, streamHashes, tone } from '../../../../tests/support/media/media-fixtures.ts';
import {
  boxesOf,
  createTranscoderFixture,
  FRONT,
  pair,
  probeOf,
  SECONDS,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe } from '../../../core/choosing/plan.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';

const MP4 = { kind: 'mux', container: 'mp4' } as const;
let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

describe('a copy', () => {
  it.each<[string, string, MakeTask['recipe']]>([
    ['an MP4 in pieces', 'pieces.mp4', { kind: 'copy', container: 'mp4' }],
    ['WebM with VP9 and Opus', 'vp9.webm', MP4],
  ])('has its index at the front and keeps every packet: %s', async (_name, name, recipe) => {
    const path = await fixture.make(recipe, [{ name }]);
    expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    expect(await streamHashes(path, 'copy')).toEqual(
      await streamHashes(fixture.pathOf(name), 'copy'),
    );
  });

  it("in H.265 keeps every frame and every audio packet, and has the tag that Apple's players require", async () => {
    const path = await fixture.make(MP4, [{ name: 'h265.ts' }]);
    expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    const hashes = await streamHashes(path, 'decoded');
    expect(hashes).toEqual(await streamHashes(fixture.pathOf('h265.ts'), 'decoded'));
    expect((await readFile(path)).includes('hvc1')).toBe(true);
  });

  it('from two sources is joined', async () => {
    const path = await fixture.make(MP4, pair());
    expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    expect(await streamHashes(path, 'copy')).toEqual(
      await streamHashes(fixture.pathOf('plain.mp4'), 'copy'),
    );
  });

  it('reserves space for the index of a large video, and moves the index when it does not fit', async () => {
    const large = ['-f', 'lavfi', '-i', 'color=red:s=1280x720:r=2:d=61', ...H264];
    const name = await fixture.ffmpeg('large.ts', ...large);
    const whole = await fixture.make(MP4, [{ name }], { durationSeconds: 61 });
    // Eighty times the announced duration: its index does not fit.
    const short = await fixture.ffmpeg('dense.ts', '-stream_loop', '79', '-i', name, '-c', 'copy');
    const dense = await fixture.make(MP4, [{ name: short }], { durationSeconds: 61 });
    for (const path of [whole, dense])
      expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isPlain: true });
  });
});

describe('audio without re-encoding', () => {
  it.each<[string, string, 'm4a' | 'ogg' | 'mp3', string]>([
    ['of a combined file', 'plain.mp4', 'm4a', 'aac'],
    ['of a file in pieces', 'sound.m4a', 'm4a', 'aac'],
    ['Vorbis', 'vorbis.webm', 'ogg', 'vorbis'],
  ])('is copied: %s', async (_name, name, container, codec) => {
    const path = await fixture.make({ kind: 'mux', container }, [{ name }]);
    expect((await probeOf(path)).streams).toMatchObject([{ kind: 'sound', codec }]);
    // ADTS has a header before each packet, M4A does not.
    const how = container === 'ogg' ? 'copy' : 'decoded';
    const [hash] = await streamHashes(path, how);
    expect(await streamHashes(fixture.pathOf(name), how)).toContain(hash);
    if (container === 'm4a') expect((await boxesOf(path))?.indexInFront).toBe(true);
  });
});

describe('an MP3', () => {
  it.each([320, 128] as const)('has a constant %s kbps', async (kilobitsPerSecond) => {
    const recipe = mp3Recipe(kilobitsPerSecond);
    const cover = await readFile(fixture.pathOf('photo.jpg'));
    const tags = { title: 'Two\nlines = one', artist: 'Ünï', cover: Promise.resolve(cover) };
    const path = await fixture.make(recipe, [{ name: 'pieces.mp4' }], { tags });
    const found = await probeOf(path);
    expect(found.durationSeconds).toBeCloseTo(SECONDS, 0);
    expect(found.streams).toMatchObject([
      { kind: 'sound', codec: 'mp3', bitsPerSecond: kilobitsPerSecond * 1000 },
      { kind: 'cover' },
    ]);
    const bytes = await readFile(path);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('ID3\x03', 'latin1'));
    expect([bytes.includes('Info'), bytes.includes('Xing')]).toEqual([true, false]);
    const words = ['-v', 'error', '-show_entries', 'format_tags=title,artist', '-of', 'csv=p=0'];
    expect(String(await runTool('ffprobe', [...words, path])).trim()).toBe('Two lines = one,Ünï');
  });

  it('is made without a cover when the cover is not a JPEG', async () => {
    const recipe = mp3Recipe(320);
    const tags = { title: 'x', artist: null, cover: Promise.resolve(Buffer.from('<svg/>')) };
    const path = await fixture.make(recipe, [{ name: 'sound.m4a' }], { tags });
    expect((await probeOf(path)).streams).toHaveLength(1);
  });

  it('is made of 7.1 channels, and not of more', async () => {
    const recipe = mp3Recipe(320);
    const [wide = '', wider = ''] = await Promise.all(
      ['7.1', 'hexadecagonal'].map((layout) =>
        fixture.ffmpeg(`${layout}.m4a`, ...tone(2), '-af', `aformat=cl=${layout}`, '-c:a', 'aac'),
      ),
    );
    const changes = { durationSeconds: 2 };
    const path = await fixture.make(recipe, [{ name: wide }], changes);
    expect((await probeOf(path)).streams).toMatchObject([{ codec: 'mp3', channels: 2 }]);
    const work = fixture.make(recipe, [{ name: wider }], changes);
    const message = expect.stringContaining('its sound has 16 channels');
    await expect(work).rejects.toMatchObject({ code: 'bad_media', message });
  });

  it('keeps its bit rate at a low sample rate', async () => {
    const name = await fixture.ffmpeg(
      'low.m4a',
      ...tone(2),
      '-ar',
      '11025',
      '-c:a',
      'aac',
      ...FRONT,
    );
    const recipe = mp3Recipe(320);
    const path = await fixture.make(recipe, [{ name }], { durationSeconds: 2 });
    expect((await probeOf(path)).streams).toMatchObject([{ bitsPerSecond: 320_000 }]);
  });
});
