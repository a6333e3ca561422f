import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../lab/faults/faults.ts';
import { joined } from '../../lab/platforms/expected-downloads.ts';
import { formatOf } from '../../lab/platforms/youtube/itags.ts';
import {
  EXACT,
  type FaultFixture,
  RIGHT,
  SINGLE,
  startFaultFixture,
  type Target,
  WITH_ALTERNATIVE,
} from '../support/product/fault-fixture.ts';

let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());
afterEach(() => {
  const { lab, warnings } = fixture.product;
  lab.faults.clear();
  expect(warnings.splice(0)).toEqual([]);
});

const BROKEN_OFF: Fault = { kind: 'reset', afterBytes: 30_000, times: 1 };

describe('an answer that breaks off and resumes wrongly', () => {
  it.each<[string, readonly Fault[]]>([
    ['another validator', [{ kind: 'changedValidator', afterRequests: 0 }, BROKEN_OFF]],
    ['another range, and says so', [{ kind: 'shiftRange', byBytes: 777 }, BROKEN_OFF]],
    ['another range, once', [{ kind: 'shiftRange', byBytes: 777, times: 1 }, BROKEN_OFF]],
    ['another range in silence', [{ kind: 'shiftRange', byBytes: -777, silent: true }, BROKEN_OFF]],
    ['the whole file again', [{ kind: 'ignoreRange' }, BROKEN_OFF]],
    ['no length at all', [{ kind: 'noLength' }, BROKEN_OFF]],
    ['packed zeros', [{ kind: 'gzipBomb', bytes: 1_000_000, times: 1 }, BROKEN_OFF]],
    ['a broken chunk', [{ kind: 'badChunk', times: 1 }, BROKEN_OFF]],
  ])('%s: right or refused', async (_name, faults) => {
    fixture.inject(SINGLE, ...faults);
    const found = await fixture.outcome({ url: SINGLE.url }, 'mp4', [SINGLE.right]);
    expect(['bad_media', 'upstream_error', RIGHT]).toContainEqual(found);
  });
});

describe('an origin that fails for a while', () => {
  it.each<[string, readonly Fault[]]>([
    ['resets', [{ kind: 'reset', afterBytes: 20_000, times: 3 }]],
    ['resets before the first byte', [{ kind: 'reset', afterBytes: 0, times: 1 }]],
    ['closes too early', [{ kind: 'shortBody', missingBytes: 20_000, times: 1 }]],
    ['announces too much once', [{ kind: 'wrongLength', extraBytes: 500, times: 1 }]],
    ['says 503 twice', [{ kind: 'status', status: 503, times: 2 }]],
    [
      'says 429 and when to come back',
      [{ kind: 'status', status: 429, headers: { 'retry-after': '1' }, times: 1 }],
    ],
    ['refuses the connection', [{ kind: 'refuse', times: 1 }]],
    ['ignores ranges', [{ kind: 'ignoreRange' }]],
    ['tells no length', [{ kind: 'noLength' }]],
    ['is slow', [{ kind: 'slow', bytesPerSecond: 150_000 }]],
    [
      'redirects to itself once',
      [{ kind: 'redirect', to: redirectTo(WITH_ALTERNATIVE), times: 1 }],
    ],
  ])('%s: the file is whole', async (_name, faults) => {
    for (const fault of faults) {
      const isOfConnection = fault.kind === 'refuse';
      const { host } = WITH_ALTERNATIVE;
      if (isOfConnection) fixture.product.lab.faults.add({ host, pathPrefix: '/', fault });
      else fixture.inject(WITH_ALTERNATIVE, fault);
    }
    const { url, right } = WITH_ALTERNATIVE;
    expect(await fixture.outcome({ url }, 'mp4', [right])).toEqual(RIGHT);
  });

  it.each([
    ['for a file', EXACT, 'mp4', 'www.tiktok.com'],
    ['for an MP3', SINGLE, 'mp3', 'www.threads.com'],
  ] as const)('answers 403 midway: a new inspection, %s', async (_name, target, format, page) => {
    const { url, right, host } = target;
    fixture.inject(target, { kind: 'status', status: 403, times: 1 }, BROKEN_OFF);
    // Inspected before, so that a second request for the page comes from the 403.
    await fixture.visitor().inspect(url);
    fixture.product.lab.clear();
    const file = format === 'mp3' && right.sound ? { sound: right.sound } : right;
    expect(await fixture.outcome({ url, format }, format, [file])).toEqual(RIGHT);
    const asked = fixture.product.lab.requests();
    const lastFetch = asked.findLastIndex((one) => one.host === host);
    expect(asked.slice(0, lastFetch).map((one) => one.host)).toContain(page);
  });

  it('answers 403 for ever: refused as such', async () => {
    expect(
      await fixture.outcome({ url: 'https://www.youtube.com/watch?v=labMedia403' }, 'mp4', []),
    ).toBe('blocked');
  });
});

describe.concurrent('an origin that is silent for as long as the idle limit', () => {
  it('in the middle of a file: the download resumes', async () => {
    fixture.inject(EXACT, { kind: 'stall', afterBytes: 30_000, times: 1 });
    expect(await fixture.outcome({ url: EXACT.url }, 'mp4', [EXACT.right])).toEqual(RIGHT);
  });

  it('in the middle of one of two files', async () => {
    const pathPrefix = '/videoplayback';
    const fault: Fault = { kind: 'stall', afterBytes: 10_000, times: 1 };
    fixture.product.lab.faults.add({ host: 'rr1---sn-lab.googlevideo.com', pathPrefix, fault });
    const itag = (number: number) => formatOf(number, 10).variant;
    const url = 'https://www.youtube.com/watch?v=labEnded001';
    expect(await fixture.outcome({ url }, 'mp4', [joined(itag(136), itag(140))])).toEqual(RIGHT);
  });
});

function redirectTo({ host, path: where }: Target): string {
  return `https://${host}${where}aB3dE5fG7hJ9kL1m.mp4?tag=12`;
}
