// What a platform that refuses subtitles is told as, and what encoding is read.
import { expect, it } from 'vitest';
import { answerText, setUpLaneFixture } from '../../../tests/fixtures/door/lane-fixture.ts';
import { answerOnce } from '../../../tests/fixtures/door/listeners.ts';
import type { Door } from '../door/door.ts';
import { createTextFetcher } from './fetch-text.ts';

const { openLane, startOrigin } = setUpLaneFixture();

/** Fetches a text from a host that answers so. */
async function fetchFrom(body: string, headers = '', status = '200 OK'): Promise<string> {
  const origin = await startOrigin(answerOnce(answerText(body, headers, status)));
  const lane = await openLane();
  // The lane has begun already.
  const door = {
    egressOf: () => 'direct',
    lane: () => ({ ...lane, begin: () => undefined }),
  } as Partial<Door> as Door;
  const address = `http://cdn.test:${origin.port}/`;
  const source = { address, headers: {}, cookies: {}, platform: 'youtube' } as const;
  return createTextFetcher(door)(source, new AbortController().signal, (fetchText) =>
    fetchText(address, 1000),
  );
}

it.each<[string, string, number]>([
  ['with a wait', 'Retry-After: 30\r\n', 30],
  ['with a wait of days', 'Retry-After: 999999\r\n', 3600],
  ['with a date', 'Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n', 60],
  ['with nonsense', 'Retry-After: -1\r\n', 60],
  ['without a word', '', 60],
])('429 %s is too many requests for now', async (_name, headers, retryAfterSeconds) => {
  await expect(fetchFrom('', headers, '429 Too Many Requests')).rejects.toMatchObject({
    code: 'rate_limited',
    params: { platform: 'YouTube', retryAfterSeconds },
  });
});

it('any other status is an error of the platform', async () => {
  await expect(fetchFrom('', '', '404 Not Found')).rejects.toMatchObject({
    code: 'upstream_error',
    params: { platform: 'YouTube' },
  });
});

it('a text is decoded as its answer says', async () => {
  const headers = 'Content-Type: text/vtt; charset=windows-1251\r\n';
  expect(await fetchFrom('abc', headers)).toBe('abc');
});
