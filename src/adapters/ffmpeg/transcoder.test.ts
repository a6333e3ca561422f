import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runTool } from '../../../lab/run-tool.ts';
import { fakeFetching, type HalfwayFake } from '../../../tests/fake-fetching.ts';
import {
  H264,
  hole,
  type MediaRoom,
  noisyPicture,
  openMediaRoom,
  streamHashes,
  tone,
} from '../../../tests/media-fixtures.ts';
import type { MakeTask, Transcoder } from '../../core/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { probeCages } from '../process/probe-cages.ts';
import { layoutOf } from './as-it-is.ts';
import { readProbe, SHOWN } from './read-probe.ts';
import { createTranscoder } from './transcoder.ts';

const SECONDS = 6;
const FRONT = ['-movflags', '+faststart'];
const PIECES = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];

let room: MediaRoom;
let transcoder: Transcoder;
const files: Record<string, string> = {};
beforeAll(async () => {
  const cage = await probeCages();
  transcoder = createTranscoder({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', cage });
  room = await openMediaRoom();
  const both = [...noisyPicture('320x240', SECONDS), ...tone(SECONDS)];
  const make = async (name: string, ...words: string[]) => {
    files[name] = await room.ffmpeg(name, ...words);
  };
  await make('plain.mp4', ...both, ...H264, '-c:a', 'aac', ...FRONT);
  const plain = files['plain.mp4'] ?? '';
  const copy = (...words: string[]) => ['-i', plain, '-c', 'copy', ...words];
  await make('last.mp4', ...copy());
  await make('pieces.mp4', ...copy(...PIECES));
  await make('picture.mp4', ...copy('-an', ...PIECES));
  await make('sound.m4a', ...copy('-vn', ...PIECES, '-f', 'mp4'));
  await make('joined.ts', ...copy());
  await make('sound.aac', ...copy('-vn'));
  await make('sound.mp3', ...tone(SECONDS), '-c:a', 'libmp3lame', '-b:a', '128k');
  await make('opus.webm', ...tone(SECONDS), '-c:a', 'libopus');
  await make('opus.ogg', ...tone(SECONDS), '-c:a', 'libopus');
  await make('vorbis.webm', ...tone(SECONDS), '-c:a', 'libvorbis');
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  await make('vp9.webm', ...both, ...vp9, '-c:a', 'libopus');
  const h265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];
  await make('h265.ts', ...both, ...h265, '-c:a', 'aac');
  await make('photo.jpg', '-f', 'lavfi', '-i', 'color=red:s=320x240', '-frames:v', '1');
}, 60_000);
afterAll(() => room.remove());

let rooms = 0;
/** Makes a file of named fixtures; each may be held back or broken off halfway. */
async function make(
  recipe: MakeTask['recipe'],
  sources: readonly { name: string; role?: 'picture' | 'sound' | 'both'; halfway?: HalfwayFake }[],
  changes: Partial<MakeTask> = {},
): Promise<string> {
  rooms += 1;
  const folder = join(room.folder, `work-${rooms}`);
  await mkdir(folder);
  const inputs = sources.map(({ name, role = 'both', halfway }) => ({
    role,
    fetching: fakeFetching(files[name] ?? name, halfway),
  }));
  const made = await transcoder.make({
    recipe,
    inputs,
    folder,
    durationSeconds: SECONDS,
    maxBytes: 1e9,
    tags: null,
    signal: new AbortController().signal,
    report: () => undefined,
    ...changes,
  });
  return made.path;
}
const MP4 = { kind: 'mux', container: 'mp4' } as const;
const pair = (halfway?: HalfwayFake) => [
  { name: 'picture.mp4', role: 'picture' as const, ...(halfway ? { halfway } : {}) },
  { name: 'sound.m4a', role: 'sound' as const, ...(halfway ? { halfway } : {}) },
];

async function probe(path: string, shown = SHOWN) {
  const words = ['-v', 'error', '-show_entries', shown, '-of', 'json', path];
  const json = (await runTool('ffprobe', words)).toString();
  const found = readProbe(json, 0);
  if (!found) throw new Error(json);
  return found;
}
const layout = async (path: string) => layoutOf(path, (await readFile(path)).length);

describe('a part that already is the file', () => {
  it.each<[string, MakeTask['recipe']]>([
    ['plain.mp4', { kind: 'copy', container: 'mp4' }],
    ['sound.mp3', { kind: 'copy', container: 'mp3' }],
    ['opus.ogg', { kind: 'copy', container: 'ogg' }],
    ['photo.jpg', { kind: 'copy', container: 'image' }],
  ])('is handed back without a copy: %s', async (name, recipe) => {
    expect(await make(recipe, [{ name }])).toBe(files[name]);
  });
});

describe('what is copied', () => {
  it.each<[string, string, MakeTask['recipe']]>([
    ['an MP4 whose index is at its end', 'last.mp4', { kind: 'copy', container: 'mp4' }],
    ['an MP4 in pieces', 'pieces.mp4', { kind: 'copy', container: 'mp4' }],
    ['WebM with VP9 and Opus', 'vp9.webm', MP4],
  ])('gets its index in front and keeps every packet: %s', async (_name, name, recipe) => {
    const path = await make(recipe, [{ name }]);
    expect(await layout(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    expect(await streamHashes(path, 'copy')).toEqual(await streamHashes(files[name] ?? '', 'copy'));
  });

  it.each(['joined.ts', 'h265.ts'])('keeps every picture and every sound: %s', async (name) => {
    const path = await make(MP4, [{ name }]);
    expect(await layout(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    const hashes = await streamHashes(path, 'decoded');
    expect(hashes).toEqual(await streamHashes(files[name] ?? '', 'decoded'));
  });

  it('in H.265 is named so that Apple plays it', async () => {
    const path = await make(MP4, [{ name: 'h265.ts' }]);
    expect((await readFile(path)).includes('hvc1')).toBe(true);
  });

  it.each([true, false])('from two sources is joined (while they arrive: %s)', async (arriving) => {
    const hold = Promise.withResolvers<void>();
    const work = make(MP4, pair(arriving ? { hold: hold.promise } : undefined));
    hold.resolve();
    const path = await work;
    expect(await layout(path)).toMatchObject({ indexInFront: true, isFragmented: false });
    expect(await streamHashes(path, 'copy')).toEqual(
      await streamHashes(files['plain.mp4'] ?? '', 'copy'),
    );
  });

  it('carries no titles, chapters or subtitles', async () => {
    const texts = join(room.folder, 'subtitles.srt');
    await writeFile(texts, '1\n00:00:00,000 --> 00:00:01,000\nhello\n');
    const source = await room.ffmpeg(
      'texts.mp4',
      ...['-i', files['plain.mp4'] ?? '', '-i', texts, '-map', '0', '-map', '1', '-c', 'copy'],
      ...['-c:s', 'mov_text', '-metadata', `title=${'x'.repeat(90_000)}\ny`, ...FRONT],
    );
    const path = await make({ kind: 'copy', container: 'mp4' }, [{ name: source }]);
    expect(path).not.toBe(source);
    expect((await probe(path)).streams).toHaveLength(2);
    expect((await readFile(path)).includes('xxxx')).toBe(false);
  });

  it('leaves room for the index when the picture is large, and moves the index when that was too little', async () => {
    const large = ['-f', 'lavfi', '-i', 'color=red:s=1280x720:r=2:d=61', ...H264];
    const name = await room.ffmpeg('large.ts', ...large);
    const whole = await make(MP4, [{ name }], { durationSeconds: 61 });
    // Eighty times as long as announced: its index does not fit.
    const short = await room.ffmpeg('dense.ts', '-stream_loop', '79', '-i', name, '-c', 'copy');
    const dense = await make(MP4, [{ name: short }], { durationSeconds: 61 });
    for (const path of [whole, dense])
      expect(await layout(path)).toMatchObject({ indexInFront: true, isPlain: true });
  });
});

describe('sound as it is', () => {
  it.each<[string, string, 'm4a' | 'ogg' | 'mp3', string]>([
    ['of a combined file', 'plain.mp4', 'm4a', 'aac'],
    ['of a file in pieces', 'sound.m4a', 'm4a', 'aac'],
    ['of HLS', 'sound.aac', 'm4a', 'aac'],
    ['Opus', 'opus.webm', 'ogg', 'opus'],
    ['Vorbis', 'vorbis.webm', 'ogg', 'vorbis'],
  ])('is taken out without coding it again: %s', async (_name, name, container, codec) => {
    const path = await make({ kind: 'mux', container }, [{ name }]);
    expect((await probe(path)).streams).toMatchObject([{ kind: 'sound', codec }]);
    // ADTS has a header before each packet, which M4A has not.
    const how = container === 'ogg' ? 'copy' : 'decoded';
    const [hash] = await streamHashes(path, how);
    expect(await streamHashes(files[name] ?? '', how)).toContain(hash);
    if (container === 'm4a') expect((await layout(path))?.indexInFront).toBe(true);
  });
});

describe('an MP3', () => {
  it.each([320, 192, 128] as const)('has %s kbps all through', async (kilobitsPerSecond) => {
    const recipe = { kind: 'encode', container: 'mp3', kilobitsPerSecond } as const;
    const cover = await readFile(files['photo.jpg'] ?? '');
    const tags = { title: 'Two\nlines = one', artist: 'Ünï', cover };
    const path = await make(recipe, [{ name: 'pieces.mp4' }], { tags });
    const found = await probe(path);
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

  it('without a cover is made when the cover is no JPEG', async () => {
    const recipe = { kind: 'encode', container: 'mp3', kilobitsPerSecond: 320 } as const;
    const tags = { title: 'x', artist: null, cover: Buffer.from('<svg/>') };
    const path = await make(recipe, [{ name: 'sound.m4a' }], { tags });
    expect((await probe(path)).streams).toHaveLength(1);
  });

  it('of few samples a second still has its rate', async () => {
    const name = await room.ffmpeg('low.m4a', ...tone(2), '-ar', '11025', '-c:a', 'aac', ...FRONT);
    const recipe = { kind: 'encode', container: 'mp3', kilobitsPerSecond: 320 } as const;
    const path = await make(recipe, [{ name }], { durationSeconds: 2 });
    expect((await probe(path)).streams).toMatchObject([{ bitsPerSecond: 320_000 }]);
  });
});

describe('making begins while bytes arrive', () => {
  const mp3 = { kind: 'encode', container: 'mp3', kilobitsPerSecond: 192 } as const;
  it.each<[string, MakeTask['recipe']]>([
    ['plain.mp4', mp3],
    ['pieces.mp4', MP4],
    ['vp9.webm', MP4],
    ['joined.ts', MP4],
    ['sound.mp3', mp3],
    ['sound.aac', mp3],
    ['opus.ogg', mp3],
  ])('of %s', async (name, recipe) => {
    const hold = Promise.withResolvers<void>();
    let seconds = 0;
    const report = (written: number) => {
      seconds = written;
    };
    // Long enough for half of it to be more than what demuxers and pipes keep to themselves.
    const long = await room.ffmpeg(
      `long ${name}`,
      '-stream_loop',
      '19',
      '-i',
      files[name] ?? '',
      '-c',
      'copy',
      ...(name === 'pieces.mp4' ? PIECES : name === 'plain.mp4' ? FRONT : []),
    );
    const work = make(recipe, [{ name: long, halfway: { hold: hold.promise } }], {
      durationSeconds: 20 * SECONDS,
      report,
    });
    await vi.waitUntil(() => seconds > 10, { timeout: 20_000 });
    hold.resolve();
    const path = await work;
    expect((await probe(path)).durationSeconds ?? 0).toBeGreaterThan(20 * SECONDS - 2);
  });

  it('but waits for a file whose index is at its end', async () => {
    const hold = Promise.withResolvers<void>();
    const work = make(MP4, [{ name: 'last.mp4', halfway: { hold: hold.promise } }]);
    hold.resolve();
    expect(await streamHashes(await work, 'copy')).toEqual(
      await streamHashes(files['last.mp4'] ?? '', 'copy'),
    );
  });
});

describe('making fails', () => {
  const failing = (work: Promise<string>) =>
    work.then(
      (path) => `made ${path}`,
      (error) => error,
    );

  it.each(['pieces.mp4', 'last.mp4', 'joined.ts'])(
    'with the error of the fetch, whatever it came to: %s',
    async (name) => {
      const failure = new AppError('origin_unreachable');
      const work = make(MP4, [{ name, halfway: { failure } }]);
      expect(await failing(work)).toBe(failure);
    },
  );

  it('with the error of the fetch of one of two sources', async () => {
    const failure = new AppError('timeout');
    const [picture, sound] = pair();
    const sources = [picture, { ...sound, halfway: { failure } }] as never;
    expect(await failing(make(MP4, sources))).toBe(failure);
  });

  it('with the reason of whoever calls it off, at once and without a process left', async () => {
    const controller = new AbortController();
    const hold = new Promise<void>(() => undefined);
    const halfway = { hold };
    let begun = false;
    const work = make(MP4, pair(halfway), {
      signal: controller.signal,
      report: () => {
        begun = true;
      },
    });
    await Promise.race([vi.waitUntil(() => begun, { timeout: 3000 }).catch(() => undefined), work]);
    const reason = new AppError('cancelled');
    const startedAt = performance.now();
    controller.abort(reason);
    expect(await failing(work)).toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(String(await runTool('sh', ['-c', `pgrep -f '[f]fmpeg.*work-${rooms}/' || true`]))).toBe(
      '',
    );
  });

  it('when the file would be too large', async () => {
    const error = await failing(make(MP4, [{ name: 'joined.ts' }], { maxBytes: 100_000 }));
    expect(error).toMatchObject({ code: 'too_large', params: { gigabytes: 0.0001 } });
  });

  it.each<[string, string, MakeTask['recipe']]>([
    ['sound alone for an MP4', 'sound.m4a', MP4],
    ['a photo for an MP4', 'photo.jpg', MP4],
    ['a video for a photo', 'plain.mp4', { kind: 'copy', container: 'image' }],
    ['a silent film for sound', 'picture.mp4', { kind: 'mux', container: 'm4a' }],
  ])('for %s', async (_name, name, recipe) => {
    expect(await failing(make(recipe, [{ name }]))).toMatchObject({ code: 'bad_media' });
  });

  it.each(
    ['joined.ts', 'pieces.mp4', 'vp9.webm', 'sound.mp3', 'sound.aac'].flatMap((name) =>
      (['zeros', 'foreign'] as const).map((filling) => ({ name, filling })),
    ),
  )('or what was made is too short, for $name with a hole of $filling', async (source) => {
    const { name, filling } = source;
    const bytes = name.startsWith('sound') ? 32_768 : 65_536;
    const path = await room.changed(files[name] ?? '', `holed ${name}`, (file) =>
      hole(0.4, bytes, filling)(file),
    );
    const isSound = name.startsWith('sound');
    const recipe = isSound
      ? ({ kind: 'encode', container: 'mp3', kilobitsPerSecond: 128 } as const)
      : MP4;
    const result = await failing(make(recipe, [{ name: path }]));
    if (result instanceof Error) expect(result).toMatchObject({ code: 'bad_media' });
    else {
      expect(isSound).toBe(true);
      expect((await probe(result.slice(5))).durationSeconds).toBeLessThan(SECONDS - 1.5);
    }
  });

  it.each(['plain.mp4', 'last.mp4', 'vp9.webm'])('for %s that is cut', async (name) => {
    const cut = await room.changed(files[name] ?? '', `cut ${name}`, (bytes) =>
      bytes.subarray(0, Math.floor(bytes.length * 0.6)),
    );
    const recipe = { kind: 'copy', container: 'mp4' } as const;
    const result = await failing(make(recipe, [{ name: cut }]));
    expect(result).toMatchObject({ code: 'bad_media' });
  });
});
