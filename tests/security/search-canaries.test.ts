// Words that visitors search for, here and on YouTube, and where a server that logs everything would have to have written them.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/lab.ts';
import { youtube } from '../../lab/platforms/youtube/youtube.ts';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import type { SearchAnswer } from '../../src/shared/api/search.ts';
import { tracesBelow, tracesIn } from '../support/product/privacy-traces.ts';
import { type Server, startServer } from '../support/product/server.ts';

const WORDS = {
  found: 'zqfound5c1eä',
  refused: 'zqrefused77b0',
  unreadable: 'zqunreadable3d',
  unanswered: 'zqunanswered8e',
  tooLong: 'zqtoolong41f',
  ownSite: 'zqownsite90a',
};
const METRICS_TOKEN = 'a-token-for-the-metrics';

let folder: string;
let lab: Lab;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-search-'));
  for (const name of ['tmp', 'home']) await mkdir(path.join(folder, name));
  lab = await startLab({ platforms: [youtube] });
  server = await startServer({
    lab,
    dataDir: path.join(folder, 'data'),
    settings: {
      LOG_LEVEL: 'trace',
      YOUTUBE_SEARCH: 'on',
      INSPECT_TIMEOUT_SECONDS: '3',
      TMPDIR: path.join(folder, 'tmp'),
      HOME: path.join(folder, 'home'),
      METRICS_TOKEN,
    },
  });
});
afterAll(async () => {
  server?.signal('SIGKILL');
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (q: string, source = 'youtube') => {
  const answer = await fetch(`${server.url}/api/search?${new URLSearchParams({ q, source })}`);
  return (await answer.json()) as SearchAnswer | ErrorAnswer;
};

/** Everything that the server has written so far, or exposes to a monitor. */
async function traces(words: Readonly<Record<string, string>>): Promise<string[]> {
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const metrics = await (
    await fetch(`${server.url}/metrics`, { headers: { authorization } })
  ).text();
  return [
    ...tracesIn(Buffer.from(server.output()), words).map((one) => `${one} in the log`),
    ...tracesIn(Buffer.from(metrics), words).map((one) => `${one} in the metrics`),
    ...(await tracesBelow(folder, words)),
  ];
}

it('keeps no word of a search, whether it succeeds or fails', async () => {
  // The word did arrive, and came back from the platform as a title.
  expect(await ask(WORDS.found)).toMatchObject({
    success: true,
    results: [{ title: WORDS.found }, {}, {}, {}],
  });
  const call = { host: 'www.youtube.com', pathPrefix: '/youtubei/v1/search' };
  for (const [word, fault, code] of [
    [WORDS.refused, { kind: 'status', status: 429 }, 'rate_limited'],
    [WORDS.unreadable, { kind: 'html' }, 'platform_changed'],
    [WORDS.unanswered, { kind: 'hang' }, 'timeout'],
  ] as const) {
    const undo = lab.faults.add({ ...call, fault });
    expect(await ask(word)).toMatchObject({ code });
    undo();
  }
  expect(await ask(WORDS.tooLong.repeat(50))).toMatchObject({ code: 'invalid_request' });
  expect(await ask(WORDS.ownSite, 'all')).toMatchObject({ success: true });
  expect(await traces(WORDS)).toEqual([]);
  // What is written down is found.
  expect(await traces({ route: '/api/search' })).toContain('route as UTF-8 in the log');
});
