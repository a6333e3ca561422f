// A server without yt-dlp, ffmpeg and the internet: it serves visitors, and a worker does what it asks.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMediaLibrary } from '../../lab/media/media-library.ts';
import type { CockpitAnswer } from '../../src/shared/api/cockpit.ts';
import type { EngineAnswer } from '../../src/shared/api/engine.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { ASKING, type Fleet, openFleet, sharedStore } from '../support/fleet/fleet.ts';
import { upload } from '../support/product/edit-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';

const ANN = { email: 'ann@video.example', password: 'a long enough pass phrase' };
const ASKED = film('Asked', 4);

let fleet: Fleet;
let web: Server;
let worker: Server;
let visitor: JobClient;
/** Keys of queues that the worker opened while no server asked. */
let openedEarly: readonly string[];
beforeAll(async () => {
  fleet = await openFleet({ 501: ASKED, 502: film('Again', 4) }, await sharedStore());
  worker = await fleet.start('worker', { ROLE: 'worker', YOUTUBE_SEARCH: 'on' });
  openedEarly = await queuesOfQuestions();
  web = await fleet.start('web', {
    ...ASKING,
    YOUTUBE_SEARCH: 'on',
    ADMIN_EMAIL: ANN.email,
    ADMIN_PASSWORD: ANN.password,
  });
  visitor = clientAt(web.url);
}, 240_000);
afterAll(() => fleet?.close());

async function queuesOfQuestions() {
  const client = new Redis(fleet.redis().url);
  const keys = await client.keys('keepreel:bull:questions-*');
  client.disconnect();
  return keys;
}

/** The children of a process. */
const childrenOf = async ({ pid }: Server) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();

/** What is read of answers here. */
type Body = {
  readonly code: string;
  readonly params: unknown;
  readonly platform: string;
  readonly items: readonly { readonly title: string; readonly thumbnailUrl: string }[];
  readonly entries: readonly unknown[];
  readonly results: readonly unknown[];
  readonly checks: Readonly<Record<string, boolean>>;
};
const json = async (answer: Response) => ({
  status: answer.status,
  body: (await answer.json()) as Body,
});

describe('a server that asks', () => {
  it('looks at a link, shows its picture, and makes its file', async () => {
    const looked = await json(await visitor.post('/api/inspect', { url: filmLink('501') }));
    const [item] = looked.body.items;
    expect([looked.status, item?.title]).toEqual([200, 'Platform Lab - Asked']);
    const picture = await visitor.ask(item?.thumbnailUrl ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { job } = await visitor.start({ url: filmLink('501') });
    const { state, result } = await visitor.ended(job);
    expect(state).toBe('ready');
    const saved = await visitor.save(result?.downloadUrl ?? '');
    expect([saved.status, saved.bytes]).toEqual([200, result?.receipt.bytes]);
  });

  it('is what a worker waits for before it opens queues of questions', async () => {
    expect(openedEarly).toEqual([]);
    await expect.poll(queuesOfQuestions, { timeout: 20_000 }).not.toEqual([]);
  });

  it('answers with the reason of a failure, as the worker has it', async () => {
    const url = 'https://x.com/platform_lab/status/1931111111111111802';
    const { status, body } = await json(await visitor.post('/api/inspect', { url }));
    expect([status, body.code, body.params]).toEqual([403, 'private', { platform: 'Twitter / X' }]);
  });

  it('follows short links, and reads lists and results of searches', async () => {
    const short = await json(
      await visitor.post('/api/inspect', { url: 'https://vm.tiktok.com/ZMabcDeFg' }),
    );
    expect([short.status, short.body.platform]).toEqual([200, 'tiktok']);
    const url = 'https://music.youtube.com/playlist?list=PLabSixty0123456789';
    const list = await json(await visitor.post('/api/lists', { url }));
    expect([list.status, list.body.entries.length]).toEqual([200, 50]);
    const found = await json(await visitor.ask('/api/search?q=lab&source=youtube'));
    expect(found.status).toBe(200);
    expect(found.body.results.length).toBeGreaterThan(0);
  });

  it('takes a file to convert, and refuses one that is none', async () => {
    const media = createMediaLibrary();
    const { path: file } = await media.file(ASKED.variant);
    const taken = await upload(visitor, 'convert', file, { format: 'mp3' });
    expect(taken.status).toBe(202);
    const { job } = (await taken.json()) as { job: string };
    const { state, result } = await visitor.ended(job);
    expect([state, result?.receipt.container]).toEqual(['ready', 'mp3']);
    const readme = path.resolve('README.md');
    const refused = await json(await upload(visitor, 'convert', readme, { format: 'mp3' }));
    expect([refused.status, refused.body.code]).toEqual([415, 'not_media']);
    const handed = async () => (await fleet.objects()).filter((name) => name.startsWith('handed/'));
    await expect.poll(handed).toEqual([]);
  });

  it('shows operators every server, and the engine of the one that leads its updates', async () => {
    const ann = clientAt(web.url);
    expect((await ann.post('/api/admin/login', ANN)).status).toBe(200);
    const engine = await vi.waitUntil(
      async () => {
        const answer = await ann.ask('/api/admin/engine');
        return answer.status === 200 ? ((await answer.json()) as EngineAnswer) : null;
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(engine.current.version).toMatch(/^\d{4}\./);
    const cockpit = async () => {
      const { servers, workers } = (await (
        await ann.ask('/api/admin/cockpit')
      ).json()) as CockpitAnswer;
      return [workers, ...servers.map(({ facts }) => [facts?.role, facts?.engine])];
    };
    await expect
      .poll(cockpit, { timeout: 60_000, interval: 500 })
      .toEqual([null, ['worker', engine.current.version], ['web', null]]);
  });

  it('starts no program, and is ready without an engine', async () => {
    expect(await childrenOf(web)).toBe('');
    const { checks } = (await json(await fetch(`${web.url}/readyz`))).body;
    expect(Object.keys(checks)).not.toContain('engine');
    expect(Object.values(checks)).not.toContain(false);
  });

  it('says at once that nobody can look while no worker is there, and goes on when one is back', async () => {
    await fleet.kill(worker);
    const refusal = async () => {
      const answer = await visitor.post('/api/inspect', { url: filmLink('502') });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    await expect.poll(refusal, { timeout: 30_000, interval: 500 }).toEqual([503, 'server_busy']);
    const ann = clientAt(web.url);
    expect((await ann.post('/api/admin/login', ANN)).status).toBe(200);
    const queue = async () => {
      const answer = await ann.ask('/api/admin/cockpit');
      return ((await answer.json()) as CockpitAnswer).queue;
    };
    await expect.poll(queue, { timeout: 40_000, interval: 500 }).toMatchObject({ mostRunning: 0 });
    expect((await fetch(web.url)).status).toBe(200);
    worker = await fleet.start('worker-next', { ROLE: 'worker' });
    const { job } = await visitor.start({ url: filmLink('502') });
    expect(await visitor.ended(job)).toMatchObject({ state: 'ready' });
    web.signal('SIGTERM');
    expect((await web.ended()).code).toBe(0);
  });
});
