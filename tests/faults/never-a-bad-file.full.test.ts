// Broken sources of every other kind are refused or replaced: holes everywhere, ends, lies of platforms.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../lab/faults/faults.ts';
import { createMediaLibrary } from '../../lab/media/media-library.ts';
import { joined, whole } from '../../lab/platforms/expected-downloads.ts';
import { LIARS } from '../../lab/platforms/tiktok/mismatched-files.ts';
import { formatOf } from '../../lab/platforms/youtube/itags.ts';
import {
  EXACT,
  type FaultFixture,
  fileOf,
  holeIn,
  RIGHT,
  SINGLE,
  startFaultFixture,
  WITH_ALTERNATIVE,
} from '../support/product/fault-fixture.ts';

const media = createMediaLibrary();
const BROKEN_OFF: Fault = { kind: 'reset', afterBytes: 30_000, times: 1 };

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
// The middle is tested beside this file.
const holes = [0.1, 0.3, 0.5, 0.7, 0.95].flatMap((share) =>
  [4096, 16_384]
    .filter((lengthBytes) => share !== 0.5 || lengthBytes !== 4096)
    .map(
      (lengthBytes) =>
        [`${share * 100} %`, `${lengthBytes / 1024} KiB`, share, lengthBytes] as const,
    ),
);

describe('a file with a hole', () => {
  it.each(holes)(
    'at %s, %s long, is refused where there is no other',
    async (_at, _long, share, length) => {
      fixture.inject(SINGLE, await holeIn(media, SINGLE, share, length));
      expect(await fixture.outcome({ url: SINGLE.url }, 'mp4', [])).toBe('bad_media');
    },
  );

  it.each(holes)(
    'at %s, %s long, is replaced by the next best',
    async (_at, _long, share, length) => {
      const { url, instead = {} } = WITH_ALTERNATIVE;
      fixture.inject(WITH_ALTERNATIVE, await holeIn(media, WITH_ALTERNATIVE, share, length));
      expect(await fixture.outcome({ url }, 'mp4', [instead])).toEqual(RIGHT);
    },
  );

  it.each(holes)('at %s, %s long, never becomes an MP3', async (_at, _long, share, length) => {
    fixture.inject(SINGLE, await holeIn(media, SINGLE, share, length));
    expect(await fixture.outcome({ url: SINGLE.url, format: 'mp3' }, 'mp3', [])).toBe('bad_media');
  });

  it.each([
    ['a DASH fragment', 'labDash_001', '/api/manifest/dash/id/labDash_001/source/video-1-3'],
  ])('in %s is refused or replaced by a right one', async (_name, id, pathPrefix) => {
    const fault: Fault = { kind: 'hole', atBytes: 2000, lengthBytes: 4096 };
    fixture.product.lab.faults.add({ host: 'manifest.googlevideo.com', pathPrefix, fault });
    const url = `https://www.youtube.com/watch?v=${id}`;
    const itag = (number: number) => formatOf(number, 10).variant;
    const small = id === 'labHls__001' ? whole(itag(93)) : joined(itag(134), itag(140));
    expect(['bad_media', RIGHT]).toContainEqual(await fixture.outcome({ url }, 'mp4', [small]));
  });
});

describe('a file that ends too early', () => {
  it.each([['shorter than the platform said', EXACT]])(
    'by three hundredths is refused: %s',
    async (_name, target) => {
      fixture.inject(target, { kind: 'cut', atShare: 0.97 });
      expect(await fixture.outcome({ url: target.url }, 'mp4', [])).toBe('bad_media');
    },
  );

  it.each([
    ['more', 5000],
    ['less', -5000],
  ])('announces %s than it has and is refused', async (_name, extraBytes) => {
    fixture.inject(SINGLE, { kind: 'wrongLength', extraBytes });
    const code = await fixture.outcome({ url: SINGLE.url }, 'mp4', [SINGLE.right]);
    expect(['bad_media', 'upstream_error', 'origin_unreachable', 'timeout']).toContain(code);
  });
});

describe('a post that differs from its description', () => {
  const liar = (id: string) => ({ url: `https://www.tiktok.com/@lab.liars/video/${id}` });

  it('announces sound and has none: no MP3', async () => {
    const request = { ...liar('7512345678901234511'), format: 'mp3' } as const;
    expect(await fixture.outcome(request, 'mp3', [])).toBe('no_sound');
  });

  it('announces sound and has none: the next file has it', async () => {
    const file = fileOf(LIARS, '7512345678901234512');
    expect(await fixture.outcome(liar('7512345678901234512'), 'mp4', [whole(file)])).toEqual(RIGHT);
  });

  it('sends another quality elsewhere: the file matches the receipt', async () => {
    const { url, host, instead = {} } = WITH_ALTERNATIVE;
    const to = `https://${host}/ext_tw_video/1931000000000000201/pu/vid/avc1/320x568/aB3dE5fG7hJ9kL1m.mp4?tag=12`;
    fixture.inject(WITH_ALTERNATIVE, { kind: 'redirect', to });
    expect(await fixture.outcome({ url }, 'mp4', [instead])).toEqual(RIGHT);
  });

  it('lasts six seconds, announces ten and exactly its bytes: its file is given, and says so', async () => {
    const answer = await fixture.visitor().download(liar('7512345678901234515'));
    expect(answer).toMatchObject({
      success: true,
      receipt: { durationSeconds: expect.closeTo(6, 0), announced: { durationSeconds: 10 } },
    });
  });

  it('sends a page once, in the middle: not part of the file', async () => {
    fixture.inject(SINGLE, { kind: 'html', times: 1 }, BROKEN_OFF);
    expect(['bad_media', RIGHT]).toContainEqual(
      await fixture.outcome({ url: SINGLE.url }, 'mp4', [SINGLE.right]),
    );
  });
});
