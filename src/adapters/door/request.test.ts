// Requests of our own through a lane: plain, bounded in every direction, failures as codes.
import { describe, expect, it } from 'vitest';
import {
  answerText,
  bytesOf,
  never,
  setUpLaneFixture,
} from '../../../tests/fixtures/door/lane-fixture.ts';
import { answerOnce } from '../../../tests/fixtures/door/listeners.ts';
import { until } from '../../../tests/fixtures/door/until.ts';
import { openRequest } from './request.ts';

const { openLane, startOrigin } = setUpLaneFixture();

describe('openRequest', () => {
  it('asks plainly and gives back status, headers and body', async () => {
    const origin = await startOrigin(
      answerOnce(answerText('hello', 'X-Two: 1\r\nX-Two: 2\r\nContent-Type: text/plain\r\n')),
    );
    const lane = await openLane();
    const opened = await openRequest(lane, {
      address: `http://cdn.test:${origin.port}/a?b=c`,
      headers: { 'User-Agent': 'test', Host: 'evil', 'Proxy-Authorization': 'x', TE: 'x' },
      maxBytes: 5,
      signal: never,
    });
    expect(opened.status).toBe(200);
    expect(opened.headers).toMatchObject({ 'x-two': '1, 2', 'content-type': 'text/plain' });
    expect(await bytesOf(opened)).toBe(5);
    expect(origin.heard().toLowerCase().split('\r\n').filter(Boolean).sort()).toEqual([
      'accept-encoding: identity',
      'connection: keep-alive',
      'get /a?b=c http/1.1',
      `host: cdn.test:${origin.port}`,
      'user-agent: test',
    ]);
  });

  it('cuts a body that is longer than allowed', async () => {
    const origin = await startOrigin(answerOnce(answerText('x'.repeat(1_000_000))));
    const lane = await openLane();
    const opened = await openRequest(lane, {
      address: `http://cdn.test:${origin.port}/`,
      maxBytes: 100_000,
      signal: never,
    });
    await expect(bytesOf(opened)).rejects.toMatchObject({ code: 'upstream_error' });
    await until(() => origin.open() === 0);
  });

  it('lets go of a body that nobody wants', async () => {
    const origin = await startOrigin((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
    });
    const lane = await openLane();
    const opened = await openRequest(lane, {
      address: `http://cdn.test:${origin.port}/`,
      maxBytes: 100,
      signal: never,
    });
    opened.discard();
    await until(() => origin.open() === 0);
  });

  it('gives a redirect back instead of following it', async () => {
    const origin = await startOrigin(
      answerOnce(answerText('', 'Location: http://169.254.169.254/\r\n', '302 Found')),
    );
    const lane = await openLane();
    const address = `http://cdn.test:${origin.port}/`;
    const opened = await openRequest(lane, { address, maxBytes: 10, signal: never });
    expect(opened).toMatchObject({
      status: 302,
      headers: { location: 'http://169.254.169.254/' },
    });
    expect([origin.hits(), lane.use().connections]).toEqual([1, 1]);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://cdn.test/',
    'data:text/plain,x',
    'cdn.test',
    'http://a:b@cdn.test/',
  ])('refuses %s', async (address) => {
    const lane = await openLane();
    await expect(openRequest(lane, { address, maxBytes: 1, signal: never })).rejects.toMatchObject({
      code: 'blocked_target',
    });
    expect(lane.use().connections).toBe(0);
  });

  it.each([
    ['origin_unreachable', 'nothing', ''],
    ['upstream_error', 'no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['upstream_error', 'too many headers', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
  ])('says %s when the origin answers %s', async (code, _, text) => {
    const origin = await startOrigin(answerOnce(text));
    const lane = await openLane();
    const address = `http://cdn.test:${origin.port}/`;
    await expect(openRequest(lane, { address, maxBytes: 1, signal: never })).rejects.toMatchObject({
      name: 'AppError',
      code,
    });
  });

  it('says origin_unreachable when the body breaks off', async () => {
    const origin = await startOrigin(
      answerOnce('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this'),
    );
    const lane = await openLane();
    const address = `http://cdn.test:${origin.port}/`;
    const opened = await openRequest(lane, { address, maxBytes: 100, signal: never });
    await expect(bytesOf(opened)).rejects.toMatchObject({ code: 'origin_unreachable' });
  });

  it('says which budget was spent', async () => {
    const origin = await startOrigin((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n`);
      socket.write(Buffer.alloc(5_000_000));
    });
    const lane = await openLane({ maxBytes: 1_000_000 });
    const address = `http://cdn.test:${origin.port}/`;
    const opened = await openRequest(lane, { address, maxBytes: 9_000_000, signal: never });
    await expect(bytesOf(opened)).rejects.toMatchObject({ code: 'server_busy' });
    expect(lane.use().spent).toBe('bytes');
  });

  it('ends with the reason of its signal, before and while the body is read', async () => {
    const origin = await startOrigin((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome');
    });
    const lane = await openLane();
    const controller = new AbortController();
    const options = {
      address: `http://cdn.test:${origin.port}/`,
      maxBytes: 100,
      signal: controller.signal,
    };
    const reading = bytesOf(await openRequest(lane, options));
    controller.abort(new Error('the visitor left'));
    await expect(reading).rejects.toThrow('the visitor left');
    await expect(openRequest(lane, options)).rejects.toThrow('the visitor left');
    await until(() => origin.open() === 0);
  });
});
