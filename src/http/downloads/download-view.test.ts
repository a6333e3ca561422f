import { describe, expect, it } from 'vitest';
import { makeView, READY } from '../../../tests/support/http/http-download-views.ts';
import { downloadAnswer, job, progressEvent } from '../../shared/api/download.ts';
import { createDownloadViews } from './download-view.ts';

const words = (code: string, params: object) => `${code} ${JSON.stringify(params)}`;
const views = createDownloadViews(words, undefined);

describe('an event of a download', () => {
  it.each<[Parameters<typeof makeView>[0], string, string]>([
    [{ phase: 'queued' }, 'Queued', 'Waiting to start.'],
    [{ phase: 'queued', position: 3 }, 'Queued', 'Number 3 in the queue.'],
    [{ phase: 'inspecting' }, 'Analyzing', 'Checking the link.'],
    [{ phase: 'fetching' }, 'Downloading', 'Downloading the video.'],
    [{ phase: 'fetching', container: 'mp3' }, 'Downloading', 'Downloading the audio.'],
    [{ phase: 'fetching', container: 'sound' }, 'Downloading', 'Downloading the audio.'],
    [{ phase: 'fetching', container: 'photo' }, 'Downloading', 'Downloading the image.'],
    [{ phase: 'making' }, 'Converting...', 'Assembling the file.'],
    [{ phase: 'making', container: 'mp3' }, 'Converting...', 'Converting to MP3.'],
    [{ phase: 'checking' }, 'Checking', 'Checking the file.'],
    [READY, 'Complete', 'Download complete!'],
    [
      { phase: 'failed', failure: { code: 'private', params: { platform: 'X' } } },
      'Failed',
      'private {"platform":"X"}',
    ],
    [{ phase: 'cancelled' }, 'Cancelled', 'cancelled {}'],
  ])('%j has the status %s and the message %s', (part, status, message) => {
    const event = views.event(makeView(part));
    expect([event.status, event.message]).toEqual([status, message]);
    expect(progressEvent.strict().parse(event)).toEqual(event);
  });

  it('carries the code of a bad end only', () => {
    const failed = makeView({ phase: 'failed', failure: { code: 'drm', params: {} } });
    expect([views.event(failed).code, views.event(makeView(READY)).code]).toEqual([
      'drm',
      undefined,
    ]);
  });
});

describe('a finished download', () => {
  it('is answered with the fields of the specification and what was found in the file', () => {
    const answer = views.answer(makeView({ ...READY, bytes: 12_340_000 }));
    expect(answer).toMatchObject({
      success: true,
      message: 'Download complete!',
      downloadUrl: '/files/token-of-1/A%20video%20(720p).mp4',
      filename: 'A video (720p).mp4',
      format: 'mp4',
      sizeFormatted: '12 MB',
    });
    expect(downloadAnswer.strict().parse(answer)).toEqual(answer);
  });

  it.each<[string, Parameters<typeof makeView>[0], string]>([
    ['failed', { phase: 'failed', failure: { code: 'drm', params: {} } }, 'drm'],
    ['was cancelled', { phase: 'cancelled' }, 'cancelled'],
    ['lost its file', { ...READY, isGone: true }, 'expired'],
  ])('that %s is answered with why', (_name, part, code) => {
    expect(() => views.answer(makeView(part))).toThrow(expect.objectContaining({ code }));
    const view = views.job(makeView(part));
    expect([view.result, view.error?.code]).toEqual([
      null,
      code === 'cancelled' ? undefined : code,
    ]);
    expect(job.strict().parse(view)).toEqual(view);
  });

  it('that failed has the same reference in every answer', () => {
    const view = makeView({ phase: 'failed', failure: { code: 'drm', params: {} } });
    const { ref } = views.job(view).error ?? {};
    expect(ref).toMatch(/^[0-9a-f]{12}$/);
    expect(() => views.answer(view)).toThrow(expect.objectContaining({ ref }));
  });

  it('that has not ended is no answer', () => {
    expect(() => views.answer(makeView({ phase: 'making' }))).toThrow(TypeError);
  });

  it.each([
    [undefined, '/files/share-of-1/A%20video%20(720p).mp4'],
    ['https://video.example', 'https://video.example/files/share-of-1/A%20video%20(720p).mp4'],
  ])('with the public address %s is shared as %s', (publicUrl, shareUrl) => {
    const shared = createDownloadViews(words, publicUrl).job(
      makeView({ ...READY, isShared: true }),
    );
    expect(shared.result?.shareUrl).toBe(shareUrl);
    expect(views.job(makeView(READY)).result?.shareUrl).toBeNull();
  });
});
