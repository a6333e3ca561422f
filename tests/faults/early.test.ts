// Files that are saved while they arrive: the same bytes and the same ETag as the finished file, and never all of a bad one.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMediaLibrary } from '../../lab/media/media-library.ts';
import { PLAIN } from '../../lab/proxy/shape.ts';
import type { Job } from '../../src/shared/api/download.ts';
import {
  EXACT,
  type FaultFixture,
  holeIn,
  MUXED,
  SINGLE,
  startFaultFixture,
  type Target,
  WITH_ALTERNATIVE,
} from '../support/product/fault-fixture.ts';
import { readBody } from '../support/product/read-body.ts';
import type { Visitor } from '../support/product/visitor.ts';

const media = createMediaLibrary();
const SLOWLY = { rttMs: 5, bytesPerSecondPerConnection: 150_000 };

const started: { readonly visitor: Visitor; readonly id: string }[] = [];

let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.product.lab.shape.set(SLOWLY));
afterEach(async () => {
  const { lab, warnings } = fixture.product;
  lab.faults.clear();
  await lab.shape.set(PLAIN);
  // Files are kept, and the next test is to fetch them again.
  for (const { visitor, id } of started.splice(0)) {
    await ended(visitor, id);
    await visitor.forget(id);
  }
  expect(warnings.splice(0)).toEqual([]);
});

const until = async (visitor: Visitor, id: string, isMet: (job: Job) => boolean) => {
  for (;;) {
    const job = await visitor.job(id);
    if (isMet(job)) return job;
    await wait(80);
  }
};

/** Starts a download and waits until its file may be saved. */
async function startEarly(visitor: Visitor, { url }: Target) {
  const { job: id } = await visitor.start({ url });
  started.push({ visitor, id });
  const { state, progress } = await until(
    visitor,
    id,
    ({ progress, state }) => progress.early !== undefined || state !== 'open',
  );
  if (!progress.early) throw new Error(`it ended as ${state} before it could be saved`);
  return { id, state, ...progress.early };
}

const ended = async (visitor: Visitor, id: string) =>
  until(visitor, id, ({ state }) => state !== 'open');

describe('a file', () => {
  it.each([
    ['of an unstated size', SINGLE],
    ['of a stated size', EXACT],
    ['of a picture and a sound', MUXED],
  ])(
    '%s is saved while it arrives, with the length and the ETag of the finished one',
    async (_, target) => {
      const visitor = fixture.visitor();
      const { id, downloadUrl, bytes, etag, filename, state } = await startEarly(visitor, target);
      expect(state).toBe('open');
      const response = await visitor.get(downloadUrl);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe(String(bytes));
      expect(response.headers.get('etag')).toBe(etag);
      const first = await response.body?.getReader().read();
      expect(first?.value?.length).toBeGreaterThan(0);
      expect((await visitor.job(id)).state).toBe('open');
      const early = await readBody(await visitor.get(downloadUrl));
      const { result } = await ended(visitor, id);
      expect(result).toMatchObject({ downloadUrl, filename });
      const finished = await visitor.get(downloadUrl);
      expect(finished.headers.get('etag')).toBe(etag);
      expect(early).toEqual(await readBody(finished));
      expect(early.bytes.length).toBe(bytes);
    },
  );

  it('gives any of its ranges, the last bytes once it is checked', async () => {
    const visitor = fixture.visitor();
    const { id, downloadUrl, bytes, etag } = await startEarly(visitor, EXACT);
    const ranges = ['0-0', '-1', `${bytes >> 1}-${(bytes >> 1) + 70_000}`, '1000-', '-300000'];
    const parts = await Promise.all(
      ranges.map(async (range) => {
        const headers = { range: `bytes=${range}`, 'if-range': etag };
        const response = await visitor.get(downloadUrl, headers);
        expect(response.status).toBe(206);
        return [response.headers.get('content-range'), (await readBody(response)).bytes] as const;
      }),
    );
    await ended(visitor, id);
    const { bytes: whole } = await readBody(await visitor.get(downloadUrl));
    for (const [range, part] of parts) {
      const [, from, to] = range?.match(/^bytes (\d+)-(\d+)\//) ?? [];
      expect(part).toEqual(whole.subarray(Number(from), Number(to) + 1));
    }
  });

  it('answers conditions and HEAD as a finished one', async () => {
    const visitor = fixture.visitor();
    const { id, downloadUrl, bytes, etag } = await startEarly(visitor, MUXED);
    const asked = async (headers: Readonly<Record<string, string>>) => {
      const response = await visitor.get(downloadUrl, headers);
      await response.body?.cancel();
      return [response.status, response.headers.get('content-length')];
    };
    const range = 'bytes=1000-1999';
    expect(await asked({ 'if-none-match': etag })).toEqual([304, null]);
    expect(await asked({ range, 'if-range': etag })).toEqual([206, '1000']);
    expect(await asked({ range, 'if-range': '"older"' })).toEqual([200, String(bytes)]);
    expect((await asked({ range: `bytes=${bytes}-` }))[0]).toBe(416);
    const head = await visitor.head(downloadUrl);
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    expect(head.headers.get('content-length')).toBe(String(bytes));
    expect((await visitor.job(id)).state).toBe('open');
  });

  it('can be opened at any moment until it is ready', async () => {
    const visitor = fixture.visitor();
    const { id, downloadUrl, bytes, etag } = await startEarly(visitor, EXACT);
    await fixture.product.lab.shape.set(PLAIN);
    const seen = new Set<string>();
    for (let state = 'open'; state === 'open'; { state } = await visitor.job(id)) {
      const response = await visitor.get(downloadUrl, { range: `bytes=${bytes - 1}-` });
      seen.add(`${response.status} ${response.headers.get('etag')}`);
      await response.body?.cancel();
    }
    expect([...seen]).toEqual([`206 ${etag}`]);
  });

  it('is the same for a second visitor, at an address of its own', async () => {
    const [one, other] = [fixture.visitor(), fixture.visitor()];
    const first = await startEarly(one, EXACT);
    const second = await startEarly(other, EXACT);
    expect(second).toMatchObject({ etag: first.etag, bytes: first.bytes });
    const bodies = await Promise.all([one.get(first.downloadUrl), other.get(second.downloadUrl)]);
    const [a, b] = await Promise.all(bodies.map((each) => readBody(each)));
    expect([a?.isWhole, b?.isWhole]).toEqual([true, true]);
    expect(a).toEqual(b);
    expect(await other.get(first.downloadUrl).then(({ status }) => status)).toBe(404);
  });

  it('is not given any more to a visitor who cancelled, though another one waits for it', async () => {
    const [one, other] = [fixture.visitor(), fixture.visitor()];
    const first = await startEarly(one, EXACT);
    const second = await startEarly(other, EXACT);
    const bodies = await Promise.all([one.get(first.downloadUrl), other.get(second.downloadUrl)]);
    await one.cancel(first.id);
    const [cut, whole] = await Promise.all(bodies.map((each) => readBody(each)));
    expect([cut?.isWhole, whole?.isWhole]).toEqual([false, true]);
  });

  it('is not given any more once it is cancelled', async () => {
    const visitor = fixture.visitor();
    const { id, downloadUrl, etag } = await startEarly(visitor, EXACT);
    const body = readBody(await visitor.get(downloadUrl));
    await visitor.cancel(id);
    expect(await body).toMatchObject({ isWhole: false });
    expect((await visitor.get(downloadUrl)).status).toBe(410);
    // Nothing was wrong with it.
    expect(await startEarly(visitor, EXACT)).toMatchObject({ etag });
  });
});

describe('a bad file', () => {
  it.each([
    ['without another one', SINGLE, 'failed'],
    ['with another one', WITH_ALTERNATIVE, 'ready'],
    ['of a picture and a sound', MUXED, 'ready'],
  ] as const)('is never given as a whole: %s', async (_, target, end) => {
    const visitor = fixture.visitor();
    fixture.inject(target, await holeIn(media, target, 0.5, 4096));
    const { id, downloadUrl, bytes, etag } = await startEarly(visitor, target);
    const early = await readBody(await visitor.get(downloadUrl));
    expect(early.isWhole).toBe(false);
    expect(early.bytes.length).toBeLessThan(bytes);
    const { state, result } = await ended(visitor, id);
    expect(state).toBe(end);
    if (!result) return;
    expect(result.etag).not.toBe(etag);
    expect((await visitor.get(result.downloadUrl)).headers.get('etag')).toBe(result.etag);
    expect((await visitor.get(downloadUrl, { range: 'bytes=1000-' })).status).toBe(410);
  });
});
