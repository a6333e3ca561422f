import { truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTool } from '../../../lab/media/run-tool.ts';
import { sharedTrimmer } from '../../support/pages/shared-trimmer.ts';
import {
  choose,
  makeFilm,
  type ProbedPacket,
  probe,
  startTrimmerFixture,
  type TrimmerFixture,
  type TrimmerTab,
  trimAndSave,
  typeTime,
} from '../../support/pages/trimmer-fixture.ts';

let fixture: TrimmerFixture;
let tab: TrimmerTab;
let film: string;
const at = (name: string) => path.join(fixture.folder, name);

sharedTrimmer.beforeAll(async ({ browser, server }) => {
  fixture = await startTrimmerFixture({ browser, server });
  film = await makeFilm(at('Holiday.mp4'));
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  tab = await fixture.open();
});
afterEach(async () => {
  await tab.close();
  expect(tab.problems).toEqual([]);
});

/** The packets but those that are shown before a key frame and stored after it: they need frames that a copy has not. */
function shownFrom(key: ProbedPacket | undefined, whole: readonly ProbedPacket[]) {
  const start = Number(whole.find((one) => one.data_hash === key?.data_hash)?.pts_time);
  return whole.filter(({ pts_time }) => Number(pts_time) >= start);
}

/** Whether the packets of the part are a run of the packets of the whole. */
function isRunOf(part: readonly { data_hash: string }[], whole: readonly { data_hash: string }[]) {
  const hashes = whole.map((one) => one.data_hash);
  const from = hashes.indexOf(part[0]?.data_hash ?? '');
  return part.length > 0 && part.every((one, index) => one.data_hash === hashes[from + index]);
}

/** The head of a WAV file in stereo with so many bytes of sound. */
function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(bytes + 36, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(192_000, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return head;
}

describe('the instant way', () => {
  it('says where it really starts, copies every packet from there and makes no request', async () => {
    await choose(tab, film);
    const before = tab.requests.length;
    await typeTime(tab, 'Start', '5.3');
    await typeTime(tab, 'End', '9');
    await tab.page.getByText('Starts 1.3 sec earlier, at 0:04.000').waitFor();
    const saved = await trimAndSave(tab, fixture.folder);
    expect(path.basename(saved)).toBe('Holiday (5.3s-9s).mp4');
    const [whole, part] = [await probe(film), await probe(saved)];
    expect(part.codecs).toEqual(['h264', 'aac']);
    expect(part.seconds).toBeGreaterThan(4.9);
    expect(part.seconds).toBeLessThan(5.3);
    expect(isRunOf(part.video, whole.video)).toBe(true);
    expect(isRunOf(part.audio, whole.audio)).toBe(true);
    expect(part.video[0]?.data_hash).toBe(
      whole.video.find((one) => Number(one.pts_time) === 4)?.data_hash,
    );
    expect(tab.requests.slice(before)).toEqual([]);
    expect(tab.requests.every((one) => one.startsWith('GET '))).toBe(true);
  });

  it('says that it starts in time when it does', async () => {
    await choose(tab, film);
    await typeTime(tab, 'Start', '4');
    await tab.page.getByText('Starts at your time, 0:04.000').waitFor();
  });

  it.each([
    ['a.mov', ['-c:v', 'libx264', '-preset', 'ultrafast'], ['-c:a', 'aac'], ['h264', 'aac']],
    ['a.mkv', ['-c:v', 'libx264', '-preset', 'ultrafast'], ['-c:a', 'libmp3lame'], ['h264', 'mp3']],
    [
      'a.webm',
      ['-c:v', 'libvpx', '-deadline', 'realtime'],
      ['-c:a', 'libvorbis'],
      ['vp8', 'vorbis'],
    ],
    [
      'b.webm',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      ['-c:a', 'libopus'],
      ['vp9', 'opus'],
    ],
    [
      'hevc.mp4',
      [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=0:keyint=50',
        '-tag:v',
        'hvc1',
      ],
      ['-c:a', 'aac'],
      ['hevc', 'aac'],
    ],
  ])('cuts %s into a file of the same kind', async (name, video, audio, codecs) => {
    const whole = await makeFilm(at(name), { video, audio, seconds: 8 });
    await choose(tab, whole);
    await typeTime(tab, 'Start', '4.1');
    await typeTime(tab, 'End', '7');
    const saved = await trimAndSave(tab, fixture.folder);
    const part = await probe(saved);
    expect(path.extname(saved)).toBe(path.extname(name));
    expect(part.codecs).toEqual(codecs);
    expect(Math.abs(part.seconds - 3)).toBeLessThan(0.5);
    expect(isRunOf(part.video, shownFrom(part.video[0], (await probe(whole)).video))).toBe(true);
  });

  it.each([
    ['a.mp3', ['-c:a', 'libmp3lame'], 'mp3'],
    ['a.m4a', ['-c:a', 'aac'], 'aac'],
    ['a.wav', ['-c:a', 'pcm_s16le'], 'pcm_s16le'],
    ['a.ogg', ['-c:a', 'libvorbis'], 'vorbis'],
    ['a.flac', ['-c:a', 'flac'], 'flac'],
    ['a.aac', ['-c:a', 'aac'], 'aac'],
  ])('cuts the sound of %s', async (name, audio, codec) => {
    const sound = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=20'];
    await runTool('ffmpeg', [...sound, ...audio, at(name)]);
    await choose(tab, at(name));
    await typeTime(tab, 'Start', '5.3');
    await typeTime(tab, 'End', '9.3');
    const saved = await trimAndSave(tab, fixture.folder);
    const { codecs, seconds } = await probe(saved);
    expect(path.extname(saved)).toBe(path.extname(name));
    expect(codecs).toEqual([codec]);
    expect(Math.abs(seconds - 4)).toBeLessThan(0.5);
  });
});

describe('the exact way', () => {
  it('starts at the requested time', async () => {
    await choose(tab, film);
    await typeTime(tab, 'Start', '5.3');
    await typeTime(tab, 'End', '8.3');
    await tab.page.getByRole('radio', { name: /Exact/ }).check();
    await tab.page.getByText('Starts at 0:05.300').waitFor();
    const saved = await trimAndSave(tab, fixture.folder);
    const { codecs, seconds, video } = await probe(saved);
    expect(codecs).toEqual(['h264', 'aac']);
    expect(Math.abs(seconds - 3)).toBeLessThan(0.1);
    expect(isRunOf(video, (await probe(film)).video)).toBe(false);
  });

  it('is not offered where the browser cannot encode, and the page says so', async () => {
    await runTool('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=4', at('x.mp3')]);
    await choose(tab, at('x.mp3'));
    expect(await tab.page.getByRole('radio', { name: /Exact/ }).isDisabled()).toBe(true);
    await tab.page.getByText('it can’t encode this kind of file').waitFor();
  });
});

describe('a recording with two sounds', () => {
  it('keeps both or the chosen one, which the page names', async () => {
    const two = at('Game.mp4');
    await runTool('ffmpeg', [
      ...['-v', 'error', '-i', film, '-f', 'lavfi', '-i', 'sine=frequency=900:duration=12'],
      ...['-map', '0', '-map', '1:a', '-c', 'copy', '-c:a:1', 'aac', '-shortest'],
      ...['-metadata:s:a:0', 'language=und', '-metadata:s:a:1', 'language=deu', two],
    ]);
    await choose(tab, two);
    const sounds = tab.page.getByRole('combobox', { name: 'Sound', exact: true });
    expect(await sounds.locator('option').allTextContents()).toEqual([
      'All 2, as in the file',
      'Sound 1',
      '2 · German',
    ]);
    const both = await probe(await trimAndSave(tab, fixture.folder));
    expect(both.codecs).toEqual(['h264', 'aac', 'aac']);
    await sounds.selectOption('2 · German');
    const one = await probe(await trimAndSave(tab, fixture.folder));
    expect(one.codecs).toEqual(['h264', 'aac']);
    const second = at('Second.m4a');
    await runTool('ffmpeg', ['-v', 'error', '-i', two, '-map', '0:a:1', '-c', 'copy', second]);
    const { audio } = await probe(second);
    expect(isRunOf(one.audio, audio)).toBe(true);
    await tab.page.getByRole('combobox', { name: 'Save as' }).selectOption('Sound only');
    const alone = await probe(await trimAndSave(tab, fixture.folder));
    expect([alone.codecs, isRunOf(alone.audio, audio)]).toEqual([['aac'], true]);
  });
});

describe('a film that the browser cannot show', () => {
  it('is cut by its times all the same, and the page says what is missing', async () => {
    const video = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=0'];
    await choose(tab, await makeFilm(at('new.mkv'), { video, seconds: 4 }));
    await tab.page.getByText('This browser can’t show this file').waitFor();
    await tab.page.getByText('Not in this browser: it can’t decode this file.').waitFor();
    await tab.page.getByRole('slider', { name: 'Position' }).focus();
    await tab.page.keyboard.press('ArrowRight');
    await tab.page.keyboard.press('i');
    const saved = await trimAndSave(tab, fixture.folder);
    expect((await probe(saved)).codecs).toEqual(['hevc', 'aac']);
  });
});

describe('a long part', () => {
  it('is written to storage, checked, saved, and leaves nothing there', async () => {
    await writeFile(at('long.wav'), wavHead(288_000_000));
    await truncate(at('long.wav'), 288_000_044);
    await choose(tab, at('long.wav'));
    await typeTime(tab, 'Start', '1:00');
    const saved = await trimAndSave(tab, fixture.folder);
    const words = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', saved];
    expect(Number(await runTool('ffprobe', words))).toBeCloseTo(1440, 0);
    const stored = `(async () => { const names = []; for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name); return names; })()`;
    expect(await tab.page.evaluate(stored)).toHaveLength(1);
    await tab.page.getByRole('button', { name: 'Choose another file' }).click();
    await expect.poll(() => tab.page.evaluate(stored)).toEqual([]);
  });
});

describe('a part that this browser cannot hold', () => {
  it('is refused before anything is made, with its size and the limit', async () => {
    await writeFile(at('huge.wav'), wavHead(1_200_000_000));
    await truncate(at('huge.wav'), 1_200_000_044);
    await tab.page.evaluate('delete FileSystemFileHandle.prototype.createWritable');
    await choose(tab, at('huge.wav'));
    await tab.page.getByRole('button', { name: 'Trim', exact: true }).click();
    await tab.page.getByText('about 1.2 GB, but this browser can only hold').waitFor();
    await tab.page.getByText('this browser can only hold 1 GB').waitFor();
    await typeTime(tab, 'End', '10');
    await trimAndSave(tab, fixture.folder);
  });
});

describe('a file that cannot be cut', () => {
  it.each([
    ['notes.txt', 'Just words.'],
    ['empty.mp4', ''],
    ['broken.mp4', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2'],
  ])('such as %s is refused with a next step', async (name, text) => {
    await writeFile(at(name), text);
    await tab.page.locator('input[type=file]').setInputFiles(at(name));
    await tab.page.getByRole('heading', { name: 'That didn’t work' }).waitFor();
    await tab.page.getByRole('alert').getByText('found no video or audio').waitFor();
    await choose(tab, film);
  });

  it('of an unknown codec is refused by its kind', async () => {
    const video = ['-c:v', 'mpeg4'];
    await makeFilm(at('old.mp4'), { video, audio: ['-an'], seconds: 2 });
    await tab.page.locator('input[type=file]').setInputFiles(at('old.mp4'));
    await tab.page.getByText('The trimmer can’t copy this kind of file').waitFor();
  });

  it('was changed meanwhile, and the page says so', async () => {
    const words = ['-v', 'error', '-f', 'lavfi', '-i', 'anoisesrc=duration=120:sample_rate=48000'];
    await runTool('ffmpeg', [...words, '-ac', '2', at('changed.wav')]);
    await choose(tab, at('changed.wav'));
    // The browser itself notes it for each read that fails, also after the page said so.
    tab.expected.push(/ERR_UPLOAD_FILE_CHANGED|reading ahead|the waveform could not/);
    await utimes(at('changed.wav'), 1, 1);
    // Not what the waveform has read last, which is still there.
    await typeTime(tab, 'Start', '0:05');
    await typeTime(tab, 'End', '0:15');
    await tab.page.getByRole('button', { name: 'Trim', exact: true }).click();
    await tab.page.getByText('The file can no longer be read').waitFor();
  });

  it('is still cut with a track of an unknown kind left out, and the page says so', async () => {
    const audio = ['-c:a', 'wmav2'];
    await choose(tab, await makeFilm(at('odd.mkv'), { audio, seconds: 4 }));
    await tab.page.getByText('One track of an unknown kind').waitFor();
    const saved = await trimAndSave(tab, fixture.folder);
    expect((await probe(saved)).codecs).toEqual(['h264']);
  });
});
