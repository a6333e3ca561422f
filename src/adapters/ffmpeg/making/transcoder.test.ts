// Files made of sources that are there: one of each kind; more in the second tier.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { streamHashes } from '../../../../tests/support/media/media-fixtures.ts';
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

describe('a part that is the file already', () => {
  it.each<[string, MakeTask['recipe']]>([
    ['plain.mp4', { kind: 'copy', container: 'mp4' }],
    ['sound.mp3', { kind: 'copy', container: 'mp3' }],
    ['opus.ogg', { kind: 'copy', container: 'ogg' }],
    ['photo.jpg', { kind: 'copy', container: 'image' }],
  ])('is returned without a copy: %s', async (name, recipe) => {
    expect(await fixture.make(recipe, [{ name }])).toBe(fixture.pathOf(name));
  });
});

describe('a copy', () => {
  it('of an MP4 whose index is at its end has it at the front and keeps every packet', async () => {
    const path = await fixture.make({ kind: 'copy', container: 'mp4' }, [{ name: 'last.mp4' }]);
    expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    expect(await streamHashes(path, 'copy')).toEqual(
      await streamHashes(fixture.pathOf('last.mp4'), 'copy'),
    );
  });

  it('of joined segments keeps every frame and every audio packet', async () => {
    const path = await fixture.make(MP4, [{ name: 'joined.ts' }]);
    expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    const hashes = await streamHashes(path, 'decoded');
    expect(hashes).toEqual(await streamHashes(fixture.pathOf('joined.ts'), 'decoded'));
  });

  it('from two sources is joined while they arrive', async () => {
    const path = await fixture.make(MP4, pair({ hold: 'fed' }));
    expect(await boxesOf(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    expect(await streamHashes(path, 'copy')).toEqual(
      await streamHashes(fixture.pathOf('plain.mp4'), 'copy'),
    );
  });

  it('carries no titles, chapters or subtitles', async () => {
    const texts = join(fixture.folder, 'subtitles.srt');
    await writeFile(texts, '1\n00:00:00,000 --> 00:00:01,000\nhello\n');
    const source = await fixture.ffmpeg(
      'texts.mp4',
      '-i',
      fixture.pathOf('plain.mp4'),
      '-i',
      texts,
      '-map',
      '0',
      '-map',
      '1',
      '-c',
      'copy',
      '-c:s',
      'mov_text',
      '-metadata',
      `title=${'x'.repeat(90_000)}\ny`,
      ...FRONT,
    );
    const path = await fixture.make({ kind: 'copy', container: 'mp4' }, [{ name: source }]);
    expect(path).not.toBe(source);
    expect((await probeOf(path)).streams).toHaveLength(2);
    expect((await readFile(path)).includes('xxxx')).toBe(false);
  });
});

describe('audio without re-encoding', () => {
  it.each<[string, string, 'm4a' | 'ogg' | 'mp3', string]>([
    ['of HLS', 'sound.aac', 'm4a', 'aac'],
    ['Opus', 'opus.webm', 'ogg', 'opus'],
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
  it('has a constant bit rate, its tags and its cover', async () => {
    const recipe = mp3Recipe(192);
    const cover = await readFile(fixture.pathOf('photo.jpg'));
    const tags = { title: 'Two\nlines = one', artist: 'Ünï', cover: Promise.resolve(cover) };
    const path = await fixture.make(recipe, [{ name: 'pieces.mp4' }], { tags });
    const found = await probeOf(path);
    expect(found.durationSeconds).toBeCloseTo(SECONDS, 0);
    expect(found.streams).toMatchObject([
      { kind: 'sound', codec: 'mp3', bitsPerSecond: 192_000 },
      { kind: 'cover' },
    ]);
    const bytes = await readFile(path);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('ID3\x03', 'latin1'));
    expect([bytes.includes('Info'), bytes.includes('Xing')]).toEqual([true, false]);
    const words = ['-v', 'error', '-show_entries', 'format_tags=title,artist', '-of', 'csv=p=0'];
    expect(String(await runTool('ffprobe', [...words, path])).trim()).toBe('Two lines = one,Ünï');
  });
});
