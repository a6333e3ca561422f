import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { createSearchEngine } from './search-engine.ts';
import type { EngineAnswer, EngineRequest } from './workers/protocol.ts';

const signal = new AbortController().signal;
const FRAME = { id: 'x', ms: 1, rssBytes: 1, count: 1, stale: false };
const WORD = 'zqword';

/** The port on a pool with one answer, and the requests to the pool. */
function makeEngine(part: object) {
  const requests: EngineRequest[] = [];
  const engine = createSearchEngine({
    async inspect(request) {
      requests.push(request);
      return { ...FRAME, warnings: [`query "${WORD}" page 1: failed`], ...part } as EngineAnswer;
    },
  });
  return { search: () => engine.search('youtube', WORD, signal, 'direct'), requests };
}
const failing = (error: object) =>
  makeEngine({ ok: false, error: { expected: true, countries: [], ...error } });

describe('the engine’s search', () => {
  it('is a request of its own, bounded in results and time', async () => {
    const { search, requests } = makeEngine({ ok: true, info: { _type: 'playlist', entries: [] } });
    expect(await search()).toEqual([]);
    expect(requests).toEqual([
      {
        op: 'search',
        egress: 'direct',
        query: WORD,
        platform: 'youtube',
        maxItems: 10,
        deadlineMs: 20_000,
      },
    ]);
  });

  it.each([
    [
      'too many requests',
      { type: 'ExtractorError', message: `HTTP Error 429: ${WORD}`, httpStatus: 429 },
      'rate_limited',
    ],
    [
      'a robot check',
      { type: 'ExtractorError', message: 'Sign in to confirm you’re not a bot' },
      'bot_check',
    ],
    [
      'no such call',
      { type: 'ExtractorError', message: 'HTTP Error 404', httpStatus: 404 },
      'platform_changed',
    ],
    [
      'words about an item',
      { type: 'ExtractorError', message: 'Private video' },
      'platform_changed',
    ],
    [
      'unreadable data',
      { type: 'ExtractorError', message: `query "${WORD}": Failed to parse JSON` },
      'platform_changed',
    ],
  ])('fails without quoting its words: %s', async (_name, error, code) => {
    const failure = await failing(error)
      .search()
      .catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code });
    expect(`${failure} ${JSON.stringify(failure)} ${(failure as Error).stack}`).not.toContain(WORD);
  });
});
