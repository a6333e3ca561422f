// Uploads that go wrong, over HTTP and on bare sockets: the cases of the security table, and others.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rmdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_FILM_BYTES } from '../../src/shared/trending.ts';
import {
  createMediaFolder,
  type MediaFolder,
  manyChannels,
} from '../support/media/media-fixtures.ts';
import { END, part, rawUpload } from '../support/operators/raw-upload.ts';
import { clientOf, codeOf, type Fields, formOf } from '../support/operators/upload-client.ts';
import {
  makeFilm,
  padded,
  sqliteInMemory,
  startUploadFixture,
  type UploadFixture,
} from '../support/operators/upload-fixture.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const MB = 1_000_000;
const CASES = (
  JSON.parse(readFileSync('tests/fixtures/security-cases.json', 'utf8')) as {
    upload: { id: string }[];
  }
).upload;

let media: MediaFolder;
let red: Buffer;
beforeAll(async () => {
  media = await createMediaFolder();
  red = await makeFilm(media, 'red.mp4');
});
afterAll(() => media.remove());

describe('a wrong upload', () => {
  let fixture: UploadFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startUploadFixture(await sqliteInMemory());
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(() => fixture.clock.advance(30_000));
  const { send, upload, add, list } = clientOf(
    () => fixture,
    () => cookie,
    () => red,
  );
  const nothingIsLeft = async () => {
    expect([await fixture.filesOnDisk(), await list()]).toEqual([[], []]);
  };
  const isAlive = async () => expect((await fetch(`${fixture.origin}/healthz`)).status).toBe(200);
  const whole = (...parts: Buffer[]) => Buffer.concat([...parts, END]);
  const film = () => part('name="file"; filename="a.mp4"', red);
  const sendRaw = async (body: Buffer, over: { boundary?: string } = {}) => {
    const raw = rawUpload(fixture.port, { bytes: body.length, cookie, ...over });
    await raw.write(body);
    return raw.status.finally(() => raw.socket.destroy());
  };
  const title = part('name="title"', 'A');

  const CHECKS: Readonly<Record<string, () => Promise<void>>> = {
    async 'size+1'() {
      const big = padded(red, MAX_FILM_BYTES + 1);
      expect(await codeOf(await upload({ title: 'A', file: big }))).toEqual([
        413,
        'body_too_large',
      ]);
      await nothingIsLeft();
      const { id } = await add({ file: padded(red, MAX_FILM_BYTES) });
      await send('DELETE', `/admin/trending/${id}`);
      fixture.clock.advance(30_000);
      await fixture.sweep();
    },
    async abort() {
      const raw = rawUpload(fixture.port, { bytes: 50 * MB, cookie });
      await raw.write(part('name="file"; filename="a.mp4"', padded(red, 30 * MB)));
      await vi.waitUntil(
        async () => (await fixture.filesOnDisk()).length === 1,
        SLOW_MACHINE_TIMEOUT,
      );
      raw.socket.resetAndDestroy();
      await vi.waitUntil(async () => (await fixture.filesOnDisk()).length === 0, { timeout: 1000 });
    },
    async 'boundary-long'() {
      for (const length of [71, 8000]) {
        const boundary = 'b'.repeat(length);
        const body = Buffer.from(`--${boundary}--\r\n`);
        expect(await sendRaw(body, { boundary })).toBe(400);
      }
      const raw = rawUpload(fixture.port, { bytes: 10, cookie, boundary: 'b'.repeat(70 * 1024) });
      expect(await raw.status).toBe(400);
      await raw.closed;
    },
    async 'empty-name'() {
      for (const disposition of ['name=""', 'name=""; filename="a"', 'x=y', 'name'])
        expect(await sendRaw(whole(title, part(disposition, 'x'), film()))).toBe(400);
    },
    async parts() {
      const many = Array.from({ length: 5000 }, (_, n) => part(`name="f${n}"`, 'x'));
      expect(await sendRaw(whole(...many))).toBe(400);
      const twice = Array.from({ length: 2 }, film);
      expect(await sendRaw(whole(title, ...twice))).toBe(400);
    },
    async 'field-big'() {
      expect((await upload({ title: 'x'.repeat(2 * MB), file: red })).status).toBe(400);
    },
    async fname() {
      for (const name of ['../../evil.mp4', 'nul\0.mp4', 'x'.repeat(5000), '']) {
        const body = whole(title, part(`name="file"; filename="${name}"`, red));
        expect([name.slice(0, 20), await sendRaw(body)]).toEqual([name.slice(0, 20), 201]);
      }
      expect(await fixture.filesOnDisk()).toHaveLength(8);
      for (const one of await fixture.filesOnDisk()) expect(one).toMatch(/^id\d+\.(mp4|jpg)$/);
      for (const { id } of await list()) await send('DELETE', `/admin/trending/${id}`);
      fixture.clock.advance(30_000);
      await fixture.sweep();
    },
    async magic() {
      const fakes: Readonly<Record<string, Buffer>> = {
        pe: Buffer.from('MZ\x90\0\x03'),
        elf: Buffer.from('\x7fELF\x02\x01\x01'),
        zip: Buffer.from('PK\x03\x04'),
        page: Buffer.from('<html><script>alert(1)</script>'),
        playlist: Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n'),
        concat: Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
        picture: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]),
        'head of an MP4': red.subarray(0, 40),
        'half of an MP4': red.subarray(0, Math.floor(red.length / 2)),
        'sound alone': await readFile(
          await media.ffmpeg('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac'),
        ),
        'what browsers do not play': await readFile(
          await media.ffmpeg('old.mp4', '-f', 'lavfi', '-i', 'color=s=64x36:d=1', '-c:v', 'mpeg4'),
        ),
        'more channels than anybody has ears for': await readFile(
          await media.ffmpeg(
            'many.webm',
            '-f',
            'lavfi',
            '-i',
            'color=s=64x36:d=1',
            '-c:v',
            'libvpx',
            ...manyChannels(1, 64),
          ),
        ),
      };
      for (const [what, bytes] of Object.entries(fakes)) {
        const answer = await upload({ title: 'A', file: bytes });
        expect([what, ...(await codeOf(answer))]).toEqual([what, 400, 'not_a_video']);
      }
    },
    async bool() {
      for (const featured of ['TRUE', '1', 'yes', '', 'true ', 'on'])
        expect((await upload({ title: 'A', featured, file: red })).status).toBe(400);
    },
    async disk() {
      const report = await onSmallDisk();
      expect(report).toEqual({
        'said to be too long': [503, 'server_full', []],
        'found to be too long': [503, 'server_full', []],
        'small enough': [201, null, ['jpg', 'mp4']],
      });
    },
    async 'unauth-early'() {
      const answer = await fetch(`${fixture.origin}/admin/upload-trending`, {
        method: 'POST',
        body: formOf({ title: 'A', file: padded(red, 50 * MB) }),
      });
      expect(await codeOf(answer)).toEqual([401, 'not_signed_in']);
    },
  };

  it('is all in the table', () => {
    expect(CASES.map(({ id }) => id).sort()).toEqual(Object.keys(CHECKS).sort());
  });

  it.each(CASES.map(({ id }) => id))('%s', async (id) => {
    await CHECKS[id]?.();
    await nothingIsLeft();
    await isAlive();
  });

  it.each<[string, Fields]>([
    ['no title', { file: Buffer.from('x') }],
    ['a blank title', { title: '  ' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['no film', { title: 'A' }],
    ['an empty film', { title: 'A', file: Buffer.alloc(0) }],
    ['another field', { title: 'A', videoUrl: 'https://video.example/' }],
    ['a field that every object has', { title: 'A', __proto__x: 'x', constructor: 'x' }],
    ['an unknown platform', { title: 'A', platform: 'vimeo' }],
    ['a moment that is none', { title: 'A', thumbnailSeconds: '-1' }],
    ['a moment beyond a day', { title: 'A', thumbnailSeconds: '90000' }],
    ['a description that is too long', { title: 'A', description: 'x'.repeat(2001) }],
  ])('%s is refused', async (what, fields) => {
    const file = what.includes('film') ? {} : { file: red };
    expect(await codeOf(await upload({ ...file, ...fields }))).toEqual([400, 'invalid_request']);
    await nothingIsLeft();
  });

  it('JSON in the place of a form is refused', async () => {
    const answer = await send('POST', '/admin/upload-trending', { title: 'A' });
    expect(await codeOf(answer)).toEqual([415, 'unsupported_media_type']);
  });

  it('is refused before it is read where it cannot succeed', async () => {
    const at = '/admin/update-trending-with-file/none';
    const bytes = 50 * MB;
    const refused = {
      'no such video': rawUpload(fixture.port, { bytes, cookie, at }),
      'too long': rawUpload(fixture.port, { bytes: 60 * MB, cookie }),
      'nobody signed in': rawUpload(fixture.port, { bytes }),
    };
    const statuses = Object.values(refused).map(({ status }) => status);
    expect(await Promise.all(statuses)).toEqual([404, 413, 401]);
    // Nothing of the bodies was sent, and the connections end all the same.
    await Promise.all(Object.values(refused).map(({ closed }) => closed));
  });

  it('a fifth concurrent upload is refused, and accepted again when one ends', async () => {
    const open = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const raw = rawUpload(fixture.port, { bytes: 50 * MB, cookie });
        await raw.write(part('name="file"; filename="a.mp4"', red));
        return raw;
      }),
    );
    await vi.waitUntil(
      async () => (await fixture.filesOnDisk()).length === 4,
      SLOW_MACHINE_TIMEOUT,
    );
    expect(await codeOf(await upload({ title: 'A', file: red }))).toEqual([503, 'server_busy']);
    for (const raw of open) raw.socket.destroy();
    await vi.waitUntil(
      async () => (await fixture.filesOnDisk()).length === 0,
      SLOW_MACHINE_TIMEOUT,
    );
    expect((await upload({ title: 'A', file: Buffer.from('x') })).status).toBe(400);
  });

  it('slowbody: a stalled upload is answered 408; a progressing one may outlast the timeout of other requests', async () => {
    const { server } = fixture.app;
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const upload = rawUpload(fixture.port, { bytes: 50 * MB, cookie });
    await upload.write(part('name="file"; filename="a.mp4"', padded(red, MB)));
    await vi.waitUntil(
      async () => (await fixture.filesOnDisk()).length === 1,
      SLOW_MACHINE_TIMEOUT,
    );
    const socket = await connected;
    const isRead = () =>
      vi.waitUntil(() => socket.bytesRead >= upload.socket.bytesWritten, SLOW_MACHINE_TIMEOUT);
    await isRead();
    // As Node does once the time of any request is over.
    const timedOut = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', timedOut, socket);
    fixture.clock.advance(30_000);
    expect(await upload.write(padded(red, MB))).toBe(true);
    await isRead();
    await isAlive();
    fixture.clock.advance(30_000);
    await upload.write(Buffer.from('x'));
    fixture.clock.advance(30_000);
    expect(await upload.status).toBe(408);
    await upload.closed;
    await vi.waitUntil(
      async () => (await fixture.filesOnDisk()).length === 0,
      SLOW_MACHINE_TIMEOUT,
    );
  });
});

/** The same over HTTP in a process whose data lie on a disk of 20 MB. */
async function onSmallDisk(): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-small-disk-'));
  const program = path.resolve('tests/fixtures/store/small-disk-uploads.ts');
  const mount = 'mount -t tmpfs -o size=20m none "$1" && exec "$2" "$3" "$1" "$4"';
  const args = ['-rm', 'sh', '-c', mount, 'sh', folder, process.execPath, program];
  try {
    const film = path.join(media.folder, 'red.mp4');
    const { stdout } = await promisify(execFile)('unshare', [...args, film], {
      timeout: 100_000,
    });
    return JSON.parse(stdout);
  } finally {
    await rmdir(folder);
  }
}
