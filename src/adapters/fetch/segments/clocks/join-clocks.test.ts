// Playlists with discontinuities: what is fetched is one file with one clock, which ffmpeg copies and encodes in sync.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinRuns } from '../../../../../lab/media/hls-runs.ts';
import { colourDistance, readColour, readTone } from '../../../../../lab/media/measure.ts';
import type { HlsOptions, Variant } from '../../../../../lab/media/media.ts';
import { createMediaLibrary } from '../../../../../lab/media/media-library.ts';
import { runTool } from '../../../../../lab/media/run-tool.ts';
import {
  type FetchFixture,
  setUpFetchFixture,
} from '../../../../../tests/fixtures/fetch/fetch-fixture.ts';
import { checkOf } from '../../../../../tests/support/media/checker-fixture.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe } from '../../../../core/choosing/plan.ts';
import { createChecker } from '../../../ffmpeg/checking/check-file.ts';
import { probeSandboxes } from '../../../process/probe-sandboxes.ts';

const openFixture = setUpFetchFixture();
const media = createMediaLibrary();
const LIST = 'https://cdn.test/list.m3u8';
let transcoder: TranscoderFixture;
beforeAll(async () => {
  transcoder = await createTranscoderFixture();
});
afterAll(() => transcoder.remove());

const picture = (colour: string, fps = 25) =>
  ({ codec: 'h264', width: 320, height: 180, fps, colour }) as const;
const sound = (toneHz: number) => ({ codec: 'aac', toneHz, kilobitsPerSecond: 96 }) as const;
const OTHER_PIDS = ['-mpegts_start_pid', '0x200', '-mpegts_pmt_start_pid', '0x1100'];
const SWAPPED_PIDS = ['-streamid', '0:257', '-streamid', '1:256'];
const RED = '#cc2020';
const BLUE = '#2020cc';
const GREEN = '#20a020';
const red: Variant = { container: 'mp4', seconds: 4, picture: picture(RED), sound: sound(400) };
const blue: Variant = { ...red, picture: picture(BLUE), sound: sound(800) };
const green: Variant = { ...red, seconds: 3, picture: picture(GREEN), sound: sound(1200) };

type Plan = { readonly variant: Variant; readonly key?: boolean };

/** Puts the runs and their playlist at an address; returns their segments in order. */
async function putRuns(
  fixture: FetchFixture,
  runs: readonly Plan[],
  { kind, segmentSeconds = 2 }: { kind: HlsOptions['kind']; segmentSeconds?: number },
  list = LIST,
) {
  const parts = [];
  const bytes = [];
  for (const [index, { variant, key }] of runs.entries()) {
    const options = { renditions: [variant], segmentSeconds, kind, ...(key && { key }) };
    const { files } = await media.hls(options as HlsOptions);
    const folder = `run${index}/`;
    const names = [...files].sort(
      ([a], [b]) => Number(b.includes('init')) - Number(a.includes('init')),
    );
    for (const [name, file] of names) {
      const address = new URL(`${folder}${name}`, list).href;
      if (!('path' in file)) continue;
      fixture.put(address, { file: file.path, type: file.type });
      bytes.push(await readFile(file.path));
    }
    const text = files.get('r0.m3u8');
    if (!text || !('text' in text)) throw new TypeError('a presentation has its playlist');
    parts.push({ text: text.text, folder });
  }
  fixture.put(list, { body: joinRuns(parts) });
  return bytes;
}

async function fetchList(fixture: FetchFixture, list = LIST): Promise<string> {
  const run = fixture.fetch(list, { delivery: 'hls' });
  await run.done;
  return run.path;
}

/** The start and the end of each track of a file, by its packets. */
async function timesOf(file: string) {
  const words = [
    '-v',
    'error',
    '-show_entries',
    'packet=codec_type,pts_time,duration_time',
    '-of',
    'csv=p=0',
    file,
  ];
  const packets = String(await runTool('ffprobe', words))
    .split('\n')
    .map((line) => line.split(','))
    .filter(([type, pts]) => type && pts)
    .map(([type, pts, duration]) => ({
      type,
      pts: Number(pts),
      end: Number(pts) + Number(duration),
    }));
  return [...Map.groupBy(packets, ({ type }) => type)].map(([type, all]) => {
    const stamps = all.map(({ pts }) => pts).sort((x, y) => x - y);
    return {
      type,
      start: stamps[0] ?? 0,
      end: Math.max(...all.map(({ end }) => end)),
      widest: Math.max(...stamps.slice(1).map((at, index) => at - (stamps[index] ?? 0))),
    };
  });
}

async function expectRuns(file: string, runs: readonly Variant[]) {
  const whole = runs.reduce((sum, { seconds }) => sum + seconds, 0);
  const times = await timesOf(file);
  for (const { start, end, widest } of times) {
    // An encoder adds up to two frames of sound to each run.
    expect(Math.abs(end - start - whole)).toBeLessThan(0.05 * runs.length);
    expect(widest).toBeLessThan(0.1);
  }
  const [video, audio] = ['video', 'audio'].map((type) => times.find((one) => one.type === type));
  if (video && audio) expect(Math.abs(video.end - audio.end)).toBeLessThan(0.08);
  let at = 0;
  for (const { picture: seen, sound: heard, seconds } of runs) {
    const middle = at + seconds / 2;
    if (seen && video)
      expect(colourDistance(await readColour(file, middle), seen.colour)).toBeLessThan(30);
    if (heard && audio)
      expect(await readTone(file, { atSeconds: middle - 0.5 })).toBe(heard.toneHz);
    at += seconds;
  }
}

describe.each(['ts', 'fmp4'] as const)('runs of %s whose clocks start again', (kind) => {
  it.each([
    ['two', [red, blue]],
    ['three of different lengths', [red, green, blue]],
    ['the same twice, and another', [red, red, green]],
  ])('are one: %s', async (_, runs) => {
    const fixture = await openFixture();
    await putRuns(
      fixture,
      runs.map((variant) => ({ variant })),
      { kind },
    );
    const file = await fetchList(fixture);
    const made = await transcoder.make({ kind: 'mux', container: 'mp4' }, [{ name: file }], {
      durationSeconds: 8,
    });
    await expectRuns(made, runs);
    const mp3 = await transcoder.make(mp3Recipe(192), [{ name: file }], { durationSeconds: 8 });
    await expectRuns(mp3, runs);
  });

  it('are one when they are encrypted', async () => {
    const fixture = await openFixture();
    await putRuns(
      fixture,
      [
        { variant: red, key: true },
        { variant: blue, key: true },
      ],
      { kind },
    );
    const made = await transcoder.make({ kind: 'mux', container: 'mp4' }, [
      { name: await fetchList(fixture) },
    ]);
    await expectRuns(made, [red, blue]);
  });

  it('are one in picture and sound that come apart', async () => {
    const fixture = await openFixture();
    const alone = (variants: readonly Variant[], role: 'picture' | 'sound') =>
      variants.map(({ container, seconds, ...rest }) => ({
        variant: { container, seconds, [role]: rest[role] } as Variant,
      }));
    const [pictures, sounds] = ['https://cdn.test/p/list.m3u8', 'https://cdn.test/s/list.m3u8'];
    await putRuns(fixture, alone([green, blue], 'picture'), { kind }, pictures);
    await putRuns(fixture, alone([green, blue], 'sound'), { kind }, sounds);
    const made = await transcoder.make({ kind: 'mux', container: 'mp4' }, [
      { name: await fetchList(fixture, pictures), role: 'picture' },
      { name: await fetchList(fixture, sounds), role: 'sound' },
    ]);
    await expectRuns(made, [green, blue]);
  });
});

it('runs of sound are one beside a picture of one piece', async () => {
  const fixture = await openFixture();
  const tones = [
    { container: 'mp4', seconds: 2, sound: sound(400) },
    { container: 'mp4', seconds: 6, sound: sound(800) },
  ] as const;
  const whole = { container: 'mp4', seconds: 8, picture: picture(RED) } as const;
  await putRuns(
    fixture,
    tones.map((variant) => ({ variant })),
    { kind: 'fmp4' },
  );
  const heard = await fetchList(fixture);
  const seen = (await media.file(whole)).path;
  const made = await transcoder.make({ kind: 'mux', container: 'mp4' }, [
    { name: seen, role: 'picture' },
    { name: heard, role: 'sound' },
  ]);
  await expectRuns(made, tones);
});

it('a run of another picture size stays as it is, and what is made of it is refused', async () => {
  const fixture = await openFixture();
  const small = { ...blue, picture: { ...picture(BLUE), width: 240, height: 136 } };
  const runs = [{ variant: red }, { variant: small }];
  const parts = await putRuns(fixture, runs, { kind: 'fmp4' });
  const file = await fetchList(fixture);
  expect((await readFile(file)).equals(Buffer.concat(parts))).toBe(true);
  const sandbox = await probeSandboxes();
  const checker = createChecker({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox });
  const seen = { codec: 'h264', width: 320, height: 180 } as const;
  const expected = { picture: seen, sound: { codec: 'aac' }, durationSeconds: 8 } as const;
  const made = transcoder.make({ kind: 'mux', container: 'mp4' }, [{ name: file }]);
  const checked = made.then((path) => checker.check(checkOf(path, { expect: expected })));
  await expect(checked).rejects.toMatchObject({ code: 'bad_media' });
});

describe('runs whose clocks go on', () => {
  it('of a list that says it has discontinuities are left as they are', async () => {
    const fixture = await openFixture();
    const long = { ...red, seconds: 6 };
    const { files } = await media.hls({ renditions: [long], segmentSeconds: 2, kind: 'ts' });
    const bytes = [];
    for (const [name, file] of files) {
      if (!('path' in file) || !name.endsWith('.ts')) continue;
      fixture.put(new URL(name, LIST).href, { file: file.path, type: file.type });
      bytes.push(await readFile(file.path));
    }
    const text = files.get('r0.m3u8');
    const list = text && 'text' in text ? text.text : '';
    fixture.put(LIST, { body: list.replace(/(?<=ts\n)#EXTINF/g, '#EXT-X-DISCONTINUITY\n#EXTINF') });
    const file = await fetchList(fixture);
    expect((await readFile(file)).equals(Buffer.concat(bytes))).toBe(true);
  });

  it.each([
    ['from the same value', '0', '0'],
    ['from six seconds before', '10', '4'],
    ['from a minute later', '0', '60'],
    ['from the start again, after the end of the clock', '95441', '0'],
    ['from the same value, with other numbers of their streams', '0', '0', OTHER_PIDS],
    ['from the same value, with swapped numbers of their streams', '0', '0', SWAPPED_PIDS],
  ])('%s follow on', async (_, first, second, pids: readonly string[] = []) => {
    const fixture = await openFixture();
    for (const [name, { picture: seen, sound: heard }, words] of [
      ['a', red, ['-output_ts_offset', first]],
      ['b', blue, ['-output_ts_offset', second, ...pids]],
    ] as const) {
      const file = path.join(fixture.folder, `${name}.ts`);
      await runTool('ffmpeg', [
        '-v',
        'error',
        '-y',
        ...sourceOf(seen, heard),
        ...words,
        '-f',
        'mpegts',
        file,
      ]);
      fixture.put(new URL(`${name}.ts`, LIST).href, { file, type: 'video/mp2t' });
    }
    fixture.put(LIST, {
      body: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n',
    });
    const made = await transcoder.make({ kind: 'mux', container: 'mp4' }, [
      { name: await fetchList(fixture) },
    ]);
    await expectRuns(made, [red, blue]);
  });
});

function sourceOf(seen: Variant['picture'], heard: Variant['sound']): string[] {
  const size = `s=${seen?.width}x${seen?.height}:r=${seen?.fps}:d=4`;
  const inputs = [`color=${seen?.colour}:${size}`, `sine=f=${heard?.toneHz}:d=4`];
  return [
    ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]),
    ...['-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-muxdelay', '0'],
  ];
}
