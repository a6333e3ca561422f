// Twelve kinds of broken sources: each is refused or replaced, and never delivered.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMediaLibrary } from '../../lab/media/media-library.ts';
import { whole } from '../../lab/platforms/expected-downloads.ts';
import { LIARS } from '../../lab/platforms/tiktok/mismatched-files.ts';
import { formatOf } from '../../lab/platforms/youtube/itags.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import {
  type FaultFixture,
  fileOf,
  holeIn,
  RIGHT,
  SINGLE,
  startFaultFixture,
  WITH_ALTERNATIVE,
} from '../support/product/fault-fixture.ts';

const media = createMediaLibrary();

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

describe('a file with a hole in its middle', () => {
  it('is refused where there is no other', async () => {
    fixture.inject(SINGLE, await holeIn(media, SINGLE, 0.5, 4096));
    expect(await fixture.outcome({ url: SINGLE.url }, 'mp4', [])).toBe('bad_media');
  });

  it('is replaced by the next best', async () => {
    const { url, instead = {} } = WITH_ALTERNATIVE;
    fixture.inject(WITH_ALTERNATIVE, await holeIn(media, WITH_ALTERNATIVE, 0.5, 4096));
    expect(await fixture.outcome({ url }, 'mp4', [instead])).toEqual(RIGHT);
  });

  it('never becomes an MP3', async () => {
    fixture.inject(SINGLE, await holeIn(media, SINGLE, 0.5, 4096));
    expect(await fixture.outcome({ url: SINGLE.url, format: 'mp3' }, 'mp3', [])).toBe('bad_media');
  });

  it('in a piece of a playlist is refused or replaced by a right one', async () => {
    const pathPrefix = '/api/manifest/hls_playlist/id/labHls__001/itag/95/';
    const fault = { kind: 'hole', atBytes: 2000, lengthBytes: 4096 } as const;
    fixture.product.lab.faults.add({ host: 'manifest.googlevideo.com', pathPrefix, fault });
    const url = 'https://www.youtube.com/watch?v=labHls__001';
    const small = whole(formatOf(93, 10).variant);
    expect(['bad_media', RIGHT]).toContainEqual(await fixture.outcome({ url }, 'mp4', [small]));
  });
});

describe('a file that ends too early', () => {
  it('by three hundredths is refused, without a length to compare', async () => {
    fixture.inject(SINGLE, { kind: 'cut', atShare: 0.97 });
    expect(await fixture.outcome({ url: SINGLE.url }, 'mp4', [])).toBe('bad_media');
  });

  it('by three hundredths is replaced by the next best', async () => {
    const { url, instead = {} } = WITH_ALTERNATIVE;
    fixture.inject(WITH_ALTERNATIVE, { kind: 'cut', atShare: 0.97 });
    expect(await fixture.outcome({ url }, 'mp4', [instead])).toEqual(RIGHT);
  });

  it('by three hundredths never becomes an MP3', async () => {
    fixture.inject(SINGLE, { kind: 'cut', atShare: 0.97 });
    expect(await fixture.outcome({ url: SINGLE.url, format: 'mp3' }, 'mp3', [])).toBe('bad_media');
  });
});

/** What is said of the file of a request; its error code if there is none. */
async function receiptOf(request: DownloadRequest) {
  const answer = await fixture.visitor().download(request);
  return answer.success ? answer.receipt : answer.code;
}

describe('a post that differs from its description', () => {
  const liar = (id: string) => ({ url: `https://www.tiktok.com/@lab.liars/video/${id}` });

  it('announces sound and has none: its file is given, and says so', async () => {
    const request = liar('7512345678901234511');
    expect(await fixture.outcome(request, 'mp4', [])).toEqual(RIGHT);
    expect(await receiptOf(request)).toMatchObject({ sound: null, announced: { sound: true } });
  });

  it('serves another quality under an address: the next file matches its receipt', async () => {
    const file = fileOf(LIARS, '7512345678901234513');
    expect(await fixture.outcome(liar('7512345678901234513'), 'mp4', [whole(file)])).toEqual(RIGHT);
  });

  it('serves a codec that it did not name: its file is given, and says so', async () => {
    const request = liar('7512345678901234514');
    expect(await fixture.outcome(request, 'mp4', [])).toEqual(RIGHT);
    expect(await receiptOf(request)).toMatchObject({
      picture: { codec: 'h265' },
      announced: { codec: 'h264' },
    });
  });

  it('serves a codec that it did not name, and the named one beside it: that one is given', async () => {
    const receipt = await receiptOf(liar('7512345678901234516'));
    expect(receipt).toMatchObject({ picture: { codec: 'h264', width: 576 } });
    expect(receipt).not.toHaveProperty('instead');
  });

  it('has sound that ends before its picture in every rendition: the best is given, and says so', async () => {
    const url = 'https://www.youtube.com/watch?v=labShortSnd';
    expect(await fixture.outcome({ url }, 'mp4', [])).toEqual(RIGHT);
    const receipt = await receiptOf({ url });
    expect(receipt).toMatchObject({ picture: { height: 720 } });
    expect(receipt).toHaveProperty('apartSeconds', expect.closeTo(4, 1));
  });

  it('sends a page instead of the film: refused', async () => {
    fixture.inject(SINGLE, { kind: 'html' });
    expect(await fixture.outcome({ url: SINGLE.url }, 'mp4', [])).toBe('bad_media');
  });
});
