import { expect, it } from 'vitest';
import { aVisitor, startHttpFixture } from '../support/http/http-fixture.ts';

it('err-leak: an answer about an internal failure reveals no internals', async () => {
  const inside = new Error('ENOENT: /srv/secret/path at yt-dlp 2026 in node_modules');
  const fail = () => Promise.reject(inside);
  const broken = await startHttpFixture(
    {},
    {
      inspecting: {
        resolve: fail,
        inspect: fail,
        inspectAgain: fail,
        isKnown: () => false,
        find: async () => null,
      },
      downloading: {
        start: fail,
        startEdit: fail,
        receive: fail,
        get: fail,
        list: fail,
        ended: fail,
        cancel: fail,
        remove: fail,
        share: fail,
        unshare: fail,
        linkForPrograms: fail,
        watch: fail,
        openFile: fail,
        openFiles: fail,
        areStillReady: fail,
        isFullOfUploads: () => false,
        isStopping: () => false,
      },
      ready: { engine: fail },
    },
  );
  for (const [method, url] of [
    ['POST', '/api/inspect'],
    ['POST', '/api/detect-platform'],
    ['POST', '/api/download'],
    ['POST', '/api/cancel-download'],
    ['GET', '/api/download-progress'],
    ['GET', '/api/jobs'],
    ['GET', '/api/jobs/a'],
    ['DELETE', '/api/jobs/a'],
    ['POST', '/api/jobs/a/share'],
    ['DELETE', '/api/jobs/a/share'],
    ['GET', '/files/token/name'],
  ] as const) {
    const response = await broken.app.inject({
      method,
      url,
      headers: { cookie: aVisitor('a').cookie },
      ...(method === 'POST' &&
        !/cancel|share/.test(url) && { payload: { url: 'https://youtu.be/aaaaaaaaaaa' } }),
    });
    expect([url, response.statusCode]).toEqual([url, 500]);
    expect(response.json()).toEqual({
      success: false,
      code: 'internal',
      message: 'An unexpected error occurred',
      ref: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
  }
  const ready = await broken.app.inject({ method: 'GET', url: '/readyz' });
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { ready: false, checks: { engine: false, downloads: true } },
  ]);
  await broken.close();
});
