// An album of twelve songs with one that cannot be fetched, from its list to a ZIP file; its tags as programs read them that are not ours.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALBUM, ALBUM_LIST } from '../../../lab/platforms/youtube/album.ts';
import type { ZipAnswer } from '../../../src/shared/api/download.ts';
import type { ListAnswer } from '../../../src/shared/api/list.ts';
import { requestOf } from '../../../src/web/download-client/calls.ts';
import { choiceOf } from '../../../src/web/features/batch/batch-state.ts';
import {
  DEBIAN_PYTHON,
  exifTags,
  exifText,
  mutagenTags,
} from '../../support/media/foreign-tags.ts';
import { readZip, readZipText } from '../../support/media/read-zip.ts';
import {
  type DownloadFixture,
  startDownloadFixture,
} from '../../support/product/download-fixture.ts';
import { clientAt, type JobClient } from '../../support/product/job-client.ts';

const FAILING = 8;
let fixture: DownloadFixture;
let folder: string;
let client: JobClient;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-album-'));
  fixture = await startDownloadFixture({ filmOf: () => undefined });
  client = clientAt(fixture.origin());
}, 240_000);
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

async function saved(address: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, Buffer.from(await (await client.ask(address)).arrayBuffer()));
  return file;
}

it('is numbered, named and tagged, with a playlist, without the song that failed', async () => {
  const url = `https://music.youtube.com/playlist?list=${ALBUM_LIST}`;
  const list = (await (await client.post('/api/lists', { url })).json()) as ListAnswer;
  expect([list.title, list.isAlbum]).toEqual(['Album - Twelve Tones', true]);
  expect(list.entries.map(({ number }) => number)).toEqual(ALBUM.map((_, at) => at + 1));

  const jobs = new Map<number, string>();
  const states: string[] = [];
  for (const entry of list.entries) {
    const place = { list: list.title ?? '', number: entry.number, isAlbum: list.isAlbum };
    const choice = choiceOf({ format: 'mp3', quality: 'high' }, { place });
    const { job } = await client.start(requestOf(entry.url, choice));
    jobs.set(entry.number, job);
    states.push((await client.ended(job)).state);
  }
  expect(states).toEqual(ALBUM.map((_, at) => (at + 1 === FAILING ? 'failed' : 'ready')));

  const body = { jobs: [...jobs.values()], numbers: [...jobs.keys()], name: 'Twelve Tones' };
  const answer = (await (await client.post('/api/zip', body)).json()) as ZipAnswer;
  expect(answer).toMatchObject({ filename: 'Twelve Tones.zip', files: 11, failures: 1 });
  const zip = await saved(answer.downloadUrl, 'album.zip');
  const names = ALBUM.flatMap(({ title }, at) => {
    const number = String(at + 1).padStart(2, '0');
    return at + 1 === FAILING ? [] : [`${number} The Lab Band - ${title.replace(':', '-')}.mp3`];
  });
  expect((await readZip(zip)).map(({ name }) => name)).toEqual([
    ...names,
    'Twelve Tones.m3u8',
    'REPORT.txt',
  ]);
  expect(await readZipText(zip, 'Twelve Tones.m3u8')).toBe(
    [
      '#EXTM3U',
      '#PLAYLIST:Twelve Tones',
      ...names.flatMap((name) => [`#EXTINF:4,${name.slice(3, -4)}`, name]),
      '',
    ].join('\n'),
  );
  const report = await readZipText(zip, 'REPORT.txt');
  expect(report).toContain('11 / 12');
  expect(report).toContain(`✗ ${ALBUM[FAILING - 1]?.title} · `);

  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', zip, folder]);
  for (const [at, name] of names.entries()) {
    const number = at + 1 < FAILING ? at + 1 : at + 2;
    const file = path.join(folder, name);
    const expected = {
      title: ALBUM[number - 1]?.title,
      artist: 'The Lab Band',
      album: 'Twelve Tones',
      albumArtist: 'The Lab Band',
      track: String(number),
    };
    expect(await mutagenTags(file)).toMatchObject({ ...expected, date: '1999-05-01' });
    const { tags, all } = await exifTags(file);
    expect(tags).toMatchObject(expected);
    // The picture of the lab is 16:9.
    expect(all['PictureMIMEType']).toBe('image/jpeg');
    if (at === 0) expect(await coverOf(file)).toEqual([640, 640]);
  }
}, 600_000);

/** Width and height of the cover, which Mutagen takes out and ExifTool measures. */
async function coverOf(file: string): Promise<readonly [number, number]> {
  const cover = `${file}.jpg`;
  const script = `
import base64, sys, mutagen
from mutagen.flac import Picture
tags = mutagen.File(sys.argv[1]).tags
data = (tags.getall('APIC')[0].data if hasattr(tags, 'getall')
        else bytes(tags['covr'][0]) if 'covr' in tags
        else Picture(base64.b64decode(tags['metadata_block_picture'][0])).data)
open(sys.argv[2], 'wb').write(data)
`;
  await promisify(execFile)(DEBIAN_PYTHON, ['-c', script, file, cover]);
  expect((await readFile(cover)).length).toBeGreaterThan(500);
  const { all } = await exifTags(cover);
  return [Number(all['ImageWidth']), Number(all['ImageHeight'])];
}

it.each([
  ['m4a', { container: 'm4a' }],
  ['ogg', { offer: 'original-sound' }],
  ['mp3', {}],
] as const)('a song as %s has the same tags, and its loudness', async (ending, wish) => {
  const url = `https://www.youtube.com/watch?v=${ALBUM[0]?.id}`;
  const { result } = await client.make({ url, format: 'mp3', loudness: 'tags', ...wish });
  expect(result.filename).toBe(
    `The Lab Band - Rain${ending === 'mp3' ? ' (320 kbps)' : ''}.${ending}`,
  );
  const { way, gainDb } = result.receipt.loudness ?? {};
  expect(way).toBe('tags');
  const file = await saved(result.downloadUrl, result.filename);
  const expected = { title: 'Rain', artist: 'The Lab Band', album: 'Twelve Tones' };
  const whole = { ...expected, albumArtist: 'The Lab Band', date: '1999-05-01' };
  expect(await coverOf(file)).toEqual([640, 640]);
  const gain = ending === 'ogg' ? /^-?\d+$/ : /^-?\d+\.\d\d dB$/;
  const tags = await mutagenTags(file);
  expect(tags).toMatchObject({ ...whole, gain: expect.stringMatching(gain) });
  const written = Number.parseFloat(tags.gain ?? '') / (ending === 'ogg' ? 256 : 1);
  expect(Math.abs(written - (gainDb ?? 0))).toBeLessThan(0.06);
  expect((await exifTags(file)).tags).toMatchObject(expected);
  expect(await exifText(file)).toContain(tags.gain);
});
