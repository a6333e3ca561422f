// Several finished downloads as one ZIP file, over HTTP.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import type { ZipAnswer } from '../../src/shared/api/download.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import { RequestError } from '../../src/web/browser/request.ts';
import { chapterMembers } from '../../src/web/features/download/post/chapter-members.ts';
import { type CollectNeeds, collectZip } from '../../src/web/features/download/post/collect-zip.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { readZip, readZipText } from '../support/media/read-zip.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt, type Finished, type JobClient } from '../support/product/job-client.ts';

const TITLES: Readonly<Record<string, string>> = {
  '7001': 'Sunday walk',
  // The same name for Windows and macOS.
  '7002': 'SUNDAY WALK',
  '7003': '../../etc/passwd \u202e4pm.exe <b>|?*"',
  '7004': `رحلة 🚲 ${'x'.repeat(400)}`,
  '7005': 'CON',
};

const THIRTY = 'https://www.youtube.com/watch?v=labThirty01';

let fixture: DownloadFixture;
let folder: string;
let client: JobClient;
const made: Finished[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-archives-'));
  fixture = await startDownloadFixture({
    filmOf: (id) => (TITLES[id] === undefined ? undefined : film(TITLES[id], 2)),
  });
  client = clientAt(fixture.origin());
  for (const id of Object.keys(TITLES)) made.push(await client.make({ url: filmLink(id) }));
}, 240_000);
afterAll(async () => {
  expect(fixture.warnings).toEqual([]);
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

const ids = () => made.map(({ job }) => job);
const zip = (body: unknown, from = client) => from.post('/api/zip', body);
const zipped = async (body: unknown) => {
  const response = await zip(body);
  expect(response.status).toBe(200);
  return (await response.json()) as ZipAnswer;
};
const refusal = async (response: Response) => {
  const { code, params } = (await response.json()) as ErrorAnswer;
  return [response.status, code, params?.['field'] ?? null];
};
/** Saves an archive and returns its path. */
async function save(
  { downloadUrl, bytes }: ZipAnswer,
  name: string,
  from = client,
): Promise<string> {
  const response = await from.ask(downloadUrl);
  const content = Buffer.from(await response.arrayBuffer());
  expect([response.status, content.length]).toEqual([200, bytes]);
  expect(response.headers.get('content-length')).toBe(String(bytes));
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

/** A page's way to the server, over HTTP. */
function collectorOf(own: JobClient): CollectNeeds {
  const answerOf = async <T>(response: Response): Promise<T> => {
    const body = await response.json();
    if (!response.ok) throw new RequestError(response.status, '', body as ErrorAnswer);
    return body as T;
  };
  return {
    calls: {
      start: async (request) => answerOf(await own.tryStart(request)),
      job: own.job,
      cancel: own.cancel,
      zip: async (request) => answerOf(await zip(request, own)),
    },
    now: () => Date.now(),
    pause: (ms) => setTimeout(ms),
    log: () => undefined,
  };
}

describe('an archive', () => {
  it('holds every file unchanged, in the order asked for, under names that every system takes', async () => {
    const answer = await zipped({ jobs: ids(), name: 'My list / 2026' });
    expect(answer).toMatchObject({ filename: 'My list - 2026.zip', files: 5, failures: 0 });
    const entries = await readZip(await save(answer, 'all.zip'));
    expect(entries.map(({ bytes, sha256 }) => [bytes, sha256])).toEqual(
      made.map(({ result }) => [result.receipt.bytes, result.receipt.sha256]),
    );
    const names = entries.map(({ name }) => name);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) {
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}]|^\.|[. ]$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
      expect(name).toMatch(/\.mp4$/);
    }
  });

  it('holds thirty chapters of a list in a post, numbered and named, as a page collects them', async () => {
    const own = clientAt(fixture.origin());
    const looked = await own.post('/api/inspect', { url: THIRTY });
    const inspected = (await looked.json()) as InspectAnswer;
    const [item] = inspected.items;
    expect([item?.chapters.length, item?.chaptersFromText, item?.part]).toEqual([
      30,
      true,
      'direct',
    ]);
    const choice = { format: 'mp4', quality: 'high', itemId: null, offerId: null } as const;
    const { zip: answer, missing } = await collectZip(
      collectorOf(own),
      {
        answer: inspected,
        members: chapterMembers(inspected, { chapters: item?.chapters ?? [] }, choice),
        language: 'en',
      },
      new AbortController().signal,
      () => undefined,
    );
    expect(missing).toEqual([]);
    const entries = await readZip(await save(answer as ZipAnswer, 'chapters.zip', own));
    expect(entries.map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, at) => {
        const number = String(at + 1).padStart(2, '0');
        return `${number} - ${at % 3 === 0 ? 'Intro - Outro' : 'رحلة'} ${at}.mp4`;
      }),
    );
    const lengths = (await own.jobs()).map(({ result }) => result?.receipt.durationSeconds ?? 0);
    expect(lengths).toHaveLength(30);
    // Of two seconds each, from the key frame before on.
    for (const seconds of lengths) expect(Math.abs(seconds - 6)).toBeLessThan(5);
  });

  it('expires with the first of its files', async () => {
    const { expiresAt } = await zipped({ jobs: ids() });
    expect(expiresAt).toBe(Math.min(...made.map(({ result }) => result.expiresAt)));
  });

  it('has ranges that are the same as its whole, and resumes', async () => {
    const answer = await zipped({ jobs: ids() });
    const whole = Buffer.from(await (await client.ask(answer.downloadUrl)).arrayBuffer());
    const { length } = whole;
    const first = made[0]?.result.receipt.bytes ?? 0;
    for (const [start, end] of [
      [0, 0],
      [0, 199],
      [20, first + 400],
      [Math.floor(length / 2), Math.floor(length / 2) + 40_000],
      [length - 1000, length - 1],
    ] as const) {
      const headers = { range: `bytes=${start}-${end}` };
      const response = await client.ask(answer.downloadUrl, { headers });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${length}`);
      const part = Buffer.from(await response.arrayBuffer());
      expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const head = await client.ask(answer.downloadUrl, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)]);
    const resumed = await client.ask(answer.downloadUrl, {
      headers: { range: 'bytes=1000-', 'if-range': etag },
    });
    expect(resumed.status).toBe(206);
    const other = await zipped({ jobs: ids().slice(1) });
    const restarted = await client.ask(other.downloadUrl, {
      headers: { range: 'bytes=1000-', 'if-range': etag },
    });
    expect(restarted.status).toBe(200);
    await restarted.body?.cancel();
  });

  it('names what is missing and why, in the language of the visitor', async () => {
    const { job: lost } = await client.ended(
      (await client.start({ url: filmLink('404404404') })).job,
    );
    const answer = await zipped({
      jobs: [...ids().slice(0, 2), lost],
      failures: [{ url: 'https://youtu.be/labvideo001?si=secret', code: 'private' }],
      language: 'de',
    });
    expect(answer).toMatchObject({ files: 2, failures: 2 });
    const file = await save(answer, 'report.zip');
    expect((await readZip(file)).map(({ name }) => name)).toEqual([
      'Platform Lab - Sunday walk (360p).mp4',
      'Platform Lab - SUNDAY WALK (360p) 2.mp4',
      'REPORT.txt',
    ]);
    const report = await readZipText(file, 'REPORT.txt');
    expect(report).toContain('2 / 4\r\n');
    expect(report).toContain('/status/404404404\r\n');
    expect(report).toContain('https://www.youtube.com/watch?v=labvideo001\r\n');
    expect(report).toMatch(/YouTube .*privat.*\(private\)/);
    expect(report).not.toContain('secret');
  });
});

describe('an archive is refused', () => {
  it('for downloads of another visitor, and its address is theirs alone', async () => {
    const stranger = clientAt(fixture.origin());
    await stranger.jobs();
    expect(await refusal(await zip({ jobs: ids() }, stranger))).toEqual([
      404,
      'job_not_found',
      null,
    ]);
    await stranger.make({ url: filmLink('7001') });
    expect(await refusal(await zip({ jobs: ids() }, stranger))).toEqual([
      404,
      'job_not_found',
      null,
    ]);
    const { downloadUrl } = await zipped({ jobs: ids() });
    expect(await refusal(await stranger.ask(downloadUrl))).toEqual([404, 'job_not_found', null]);
    const forged = downloadUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await refusal(await client.ask(forged))).toEqual([404, 'job_not_found', null]);
  });

  it.each<[string, unknown, string | null]>([
    ['no jobs', { jobs: [] }, 'jobs'],
    ['101 jobs', { jobs: Array.from({ length: 101 }, () => 'x') }, 'jobs'],
    ['jobs that are no text', { jobs: [1] }, 'jobs'],
    ['an unknown field', { jobs: ['x'], path: '/etc' }, null],
    [
      'an unknown code',
      { jobs: ['x'], failures: [{ url: 'https://youtu.be/x', code: 'y' }] },
      'failures',
    ],
    [
      'a failure that is no link',
      { jobs: ['x'], failures: [{ url: 'javascript:alert(1)', code: 'private' }] },
      'failures',
    ],
    ['a long name', { jobs: ['x'], name: 'x'.repeat(201) }, 'name'],
  ])('for %s', async (_name, body, field) => {
    const [status, code, named] = await refusal(await zip(body, clientAt(fixture.origin())));
    expect([status, code]).toEqual([400, 'invalid_request']);
    if (field !== null) expect(String(named)).toContain(field);
  });

  it('for a token that nobody sealed', async () => {
    for (const token of ['', 'x', 'A'.repeat(600), '%00', 'A'.repeat(9000)]) {
      const response = await client.ask(`/files/zip/a.zip?archive=${token}`);
      expect([400, 404]).toContain(response.status);
      await response.body?.cancel();
    }
    expect((await client.ask('/files/zip/a.zip')).status).toBe(400);
  });

  it('once a file of it has gone, and never becomes shorter', async () => {
    const own = clientAt(fixture.origin());
    const [one, two] = [
      await own.make({ url: filmLink('7001') }),
      await own.make({ url: filmLink('7002') }),
    ];
    const answer = (await (await zip({ jobs: [one.job, two.job] }, own)).json()) as ZipAnswer;
    await own.ask(`/api/jobs/${two.job}`, { method: 'DELETE' });
    expect(await refusal(await own.ask(answer.downloadUrl))).toEqual([410, 'expired', null]);
    const next = (await (await zip({ jobs: [one.job] }, own)).json()) as ZipAnswer;
    expect(next.files).toBe(1);
  });
});
