import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StoreRequest } from '../../core/outcomes/metrics.ts';
import { systemClock } from '../clock/system.ts';
import { openS3, type S3 } from './open-s3.ts';
import { watchS3 } from './watch-s3.ts';

/** What stands for faults of a store: it answers with the status that the key names, or never. */
const server = createServer((request, response) => {
  const status = Number(/\/(\d+)$/.exec(request.url?.split('?')[0] ?? '')?.[1]);
  if (status) response.writeHead(status).end();
});
let s3: S3;
let told: StoreRequest[];
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  s3 = openS3({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'b',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 's',
    prefix: '',
    pathStyle: true,
  });
  watchS3(s3, systemClock, (request) => told.push(request));
});
beforeEach(() => {
  told = [];
});
afterAll(() => {
  s3.close();
  server.closeAllConnections();
  server.close();
});
const at = (key: string) => ({ Bucket: 'b', Key: key });

it('tells what was done and that it did not fail, also where the object is missing', async () => {
  await s3.client.send(new DeleteObjectCommand(at('204')));
  await expect(s3.client.send(new HeadObjectCommand(at('404')))).rejects.toThrow();
  expect(told.map(({ operation, hasFailed }) => [operation, hasFailed])).toEqual([
    ['delete', false],
    ['read', false],
  ]);
  for (const { seconds } of told) expect(seconds).toBeGreaterThan(0);
});

it.each(['403', '500'])('tells once that an operation failed with %s', async (status) => {
  await expect(s3.client.send(new GetObjectCommand(at(status)))).rejects.toThrow();
  expect(told).toMatchObject([{ operation: 'read', hasFailed: true }]);
});

it('tells nothing of what its caller aborted', async () => {
  const abortSignal = AbortSignal.timeout(50);
  const asked = s3.client.send(new GetObjectCommand(at('never')), { abortSignal });
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(told).toEqual([]);
});
