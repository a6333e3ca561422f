// Files from the lab: ranges, validators and lengths as a correct origin sends them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, startLab } from '../lab.ts';
import { type Client, clientOf } from './through-lab.ts';

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const URL_OF_FILE = 'https://media.example/file.mp4';
let folder: string;
let lab: Lab;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-files-'));
  await writeFile(join(folder, 'file.mp4'), BYTES);
  await writeFile(join(folder, 'empty.mp4'), '');
  lab = await startLab({
    platforms: [
      {
        id: 'youtube',
        hosts: ['media.example'],
        links: [],
        answer: ({ url }) => ({
          file: join(folder, url.pathname),
          type: 'video/mp4',
          headers: { 'x-extra': 'yes' },
        }),
      },
    ],
  });
  client = clientOf(lab);
});
afterAll(async () => {
  await client.close();
  await lab.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['nothing', undefined, 200, 0, 1000, undefined],
  ['the first ten', 'bytes=0-9', 206, 0, 10, 'bytes 0-9/1000'],
  ['one byte', 'bytes=7-7', 206, 7, 8, 'bytes 7-7/1000'],
  ['from a place on', 'bytes=990-', 206, 990, 1000, 'bytes 990-999/1000'],
  ['more than there is', 'bytes=990-5000', 206, 990, 1000, 'bytes 990-999/1000'],
  ['the last ten', 'bytes=-10', 206, 990, 1000, 'bytes 990-999/1000'],
  ['the last of more than there is', 'bytes=-5000', 206, 0, 1000, 'bytes 0-999/1000'],
  ['a place behind the end', 'bytes=1000-', 416, 0, 0, 'bytes */1000'],
  ['the last zero', 'bytes=-0', 416, 0, 0, 'bytes */1000'],
  ['two ranges', 'bytes=0-1,4-5', 200, 0, 1000, undefined],
  ['a range that ends before it begins', 'bytes=9-3', 200, 0, 1000, undefined],
  ['another unit', 'lines=1-2', 200, 0, 1000, undefined],
])('answers a request for %s', async (_name, range, status, start, end, contentRange) => {
  const got = await client.get(URL_OF_FILE, range === undefined ? {} : { headers: { range } });
  expect(got.status).toBe(status);
  expect(got.body.equals(BYTES.subarray(start, end))).toBe(true);
  expect(got.headers['content-length']).toBe(String(end - start));
  expect(got.headers['content-range']).toBe(contentRange);
});

it('sends the type, Accept-Ranges and the headers of the platform', async () => {
  const { headers } = await client.get(URL_OF_FILE);
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'x-extra': 'yes',
    etag: expect.stringMatching(/^"[0-9a-f-]+"$/),
  });
  expect(Date.parse(String(headers['last-modified']))).toBeGreaterThan(0);
});

it('keeps a range only while the validator of If-Range holds', async () => {
  const { headers } = await client.get(URL_OF_FILE);
  const statusWith = async (ifRange: string) => {
    const got = await client.get(URL_OF_FILE, {
      headers: { range: 'bytes=5-9', 'if-range': ifRange },
    });
    return got.status;
  };
  expect(await statusWith(String(headers['etag']))).toBe(206);
  expect(await statusWith(String(headers['last-modified']))).toBe(206);
  expect(await statusWith('"another"')).toBe(200);
});

it('answers HEAD with the length and no body', async () => {
  const got = await client.get(URL_OF_FILE, { method: 'HEAD' });
  expect(got.headers['content-length']).toBe('1000');
  expect(got.body).toHaveLength(0);
});

it('serves an empty file', async () => {
  const got = await client.get('https://media.example/empty.mp4');
  expect({ status: got.status, bytes: got.body.length }).toEqual({ status: 200, bytes: 0 });
});

it('answers 500 and records a file that is not there', async () => {
  const got = await client.get('https://media.example/missing.mp4');
  expect(got.status).toBe(500);
  expect(lab.unknown()).toMatchObject([{ reason: expect.stringContaining('ENOENT') }]);
});
