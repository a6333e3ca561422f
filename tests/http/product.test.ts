import { parse } from 'content-disposition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/shared/api/download.ts';
import { readEvents } from '../support/http/http-events.ts';
import { aVisitor, bodyOf } from '../support/http/http-fixture.ts';
import { type Product, startProduct } from '../support/product/product.ts';

const ann = aVisitor('a');
const url = 'https://t.snapchat.com/x7QhT2mB';

let product: Product;
let origin: string;
beforeAll(async () => {
  product = await startProduct({
    PUBLIC_URL: 'http://video.example',
    MAX_DURATION_MINUTES: '90',
    MAX_FILE_GB: '2',
    FILE_TTL_MINUTES: '15',
  });
  origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(origin + path, { ...init, headers: { cookie: ann.cookie, ...init.headers } });
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('the real product over HTTP', () => {
  let done: Job;
  const link = () => done.result?.downloadUrl ?? '';

  it('takes a link, reports progress, and delivers the file', async () => {
    const stream = await readEvents(`${origin}/api/download-progress`, { cookie: ann.cookie });
    const accepted = await post('/api/download', { url }, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    const location = accepted.headers.get('location') ?? '';
    const seen = [];
    for (let event = await stream.next(); event; event = await stream.next()) seen.push(event);
    const statuses = [...new Set(seen.map(({ status }) => status))];
    expect(statuses).toEqual(
      ['Queued', 'Analyzing', 'Downloading', 'Converting...', 'Checking', 'Complete'].filter(
        (status) => statuses.includes(status),
      ),
    );
    expect(statuses.at(-1)).toBe('Complete');
    const percents = seen.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ percent: 100, message: 'Download complete!' });
    done = (await (await ask(location)).json()) as Job;
    expect(done).toMatchObject({ state: 'ready', error: null, title: 'River from the bridge' });
  });

  it('answers the same choice in the specification’s own form with the same file', async () => {
    const answer = await bodyOf(
      await post('/api/download', { url, format: 'mp4', quality: 'high' }),
    );
    expect(answer).toMatchObject({
      success: true,
      filename: 'River from the bridge (720p).mp4',
      format: 'mp4',
      message: 'Download complete!',
    });
    const { receipt } = answer as { receipt: { bytes: number } };
    expect(receipt.bytes).toBe(done.result?.receipt.bytes);
  });

  it('sends the file whole, and in ranges that add up to it', async () => {
    const whole = await ask(link());
    const { headers } = whole;
    const content = Buffer.from(await whole.arrayBuffer());
    expect(content.length).toBe(done.result?.receipt.bytes);
    expect(content.subarray(4, 8).toString()).toBe('ftyp');
    expect(parse(headers.get('content-disposition') ?? '').parameters['filename']).toBe(
      done.result?.filename,
    );
    const parts: Buffer[] = [];
    for (let at = 0; at < content.length; at += 100_000) {
      const part = await ask(link(), {
        headers: {
          range: `bytes=${at}-${at + 99_999}`,
          'if-range': headers.get('etag') ?? '',
        },
      });
      expect(part.status).toBe(206);
      parts.push(Buffer.from(await part.arrayBuffer()));
    }
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    const known = await ask(link(), { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(known.status).toBe(304);
  });

  it('makes share links with the public address, and revokes them', async () => {
    const path = `/api/jobs/${done.job}/share`;
    const shared = (await (await ask(path, { method: 'POST' })).json()) as Job;
    const shareUrl = new URL(shared.result?.shareUrl ?? '');
    expect(shareUrl.origin).toBe('http://video.example');
    expect((await fetch(origin + shareUrl.pathname, { method: 'HEAD' })).status).toBe(200);
    await ask(path, { method: 'DELETE' });
    expect((await fetch(origin + shareUrl.pathname)).status).toBe(404);
  });

  it('publishes its limits', async () => {
    expect(await bodyOf(await ask('/api/limits'))).toEqual({
      maxDurationMinutes: 90,
      maxFileGigabytes: 2,
      fileTtlMinutes: 15,
      maxUploadMegabytes: 500,
      maxEncodeMinutes: 60,
      programLinks: true,
      youtubeSearch: false,
    });
  });

  it.each([
    { url: 'https://youtu.be/aaaaaaaaaaa\u0000' },
    { url: 'https://example.com/' },
    { url, item: 'none' },
    { url, offer: 'track:none' },
    { url, offer: 'photo' },
  ])('answers %j with the reason why there is no file', async (body) => {
    const response = await post('/api/download', body);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await bodyOf(response)).toMatchObject({
      success: false,
      code: expect.stringMatching(/^(invalid_url|unsupported_url|choice_unavailable)$/),
    });
  });
});
