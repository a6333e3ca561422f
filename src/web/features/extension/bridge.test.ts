import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Bridge, createBridge } from './bridge.ts';
import type { BridgeCalls } from './calls.ts';

const ORIGIN = 'https://v.example';
const link = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
type Said = Readonly<Record<string, unknown>>;

afterEach(() => vi.unstubAllGlobals());

/** A page with its bridge, on which an extension writes. `made` are the calls that start work. */
function openPage() {
  const said: Said[] = [];
  const made: string[] = [];
  const tasks: object[] = [];
  vi.stubGlobal('location', { origin: ORIGIN });
  const page = { location: { origin: ORIGIN }, postMessage: (one: Said) => said.push(one) };
  const calls = {
    limits: async () => ({ maxFileGigabytes: 4 }),
    status: async () => ({
      platforms: [
        { platform: 'youtube', state: 'good' },
        { platform: 'tiktok', state: 'off' },
        { platform: 'twitter', state: 'unknown' },
        { platform: 'soundcloud', state: 'good' },
      ],
    }),
    start: async (key: string, task: object) => {
      tasks.push(task);
      made.push(`start ${key}`);
      return { job: '1', state: 'ready' };
    },
    share: async () => ({ result: { shareUrl: '/share/1/a.mp4' } }),
    inspect: async (key: string) => {
      made.push(`inspect ${key}`);
      const media = { title: 'A walk', author: 'Ann' };
      return { platformName: 'YouTube', url: link, media, items: [{ offers: [] }] };
    },
  } as unknown as BridgeCalls;
  const needs = { page: page as unknown as Window, nonce: 'this page', now: () => 0, calls };
  const bridge = createBridge(needs);
  const write = (data: object, ports: readonly MessagePort[] = [], origin = ORIGIN) =>
    bridge.hear({
      source: page,
      origin,
      data: { source: 'extension', ...data },
      ports,
    } as unknown as MessageEvent);
  return { bridge, said, made, tasks, write };
}

/** Registers an extension; `ask` answers what comes back on its channel. */
async function register({ write }: ReturnType<typeof openPage>, name: string) {
  const { port1, port2 } = new MessageChannel();
  const heard: Said[] = [];
  const waiting: ((one: Said) => void)[] = [];
  port1.onmessage = ({ data }) => {
    heard.push(data);
    waiting.shift()?.(data);
  };
  const next = () => new Promise<Said>((done) => waiting.push(done));
  const registered = next();
  write({ action: 'registerExtension', name, nonce: 'this page' }, [
    port2 as unknown as MessagePort,
  ]);
  await registered;
  const send = (data: object) => port1.postMessage(data);
  return {
    heard,
    send,
    ask(data: object) {
      const reply = next();
      send({ nonce: 'this page', ...data });
      return reply;
    },
    close: () => port1.close(),
  };
}

const question = (bridge: Bridge) => vi.waitUntil(() => bridge.state().question);

describe('the bridge', () => {
  it('says what this server can do, at once: its platforms and its limit', async () => {
    const { said, write } = openPage();
    vi.stubGlobal('setTimeout', () => {
      throw new TypeError('it waits');
    });
    write({ action: 'checkDownloadCapabilities', requestId: 1 });
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(said.at(-1)).toMatchObject({ requestId: 1, success: true, maxFileSize: '4GB' });
    const names = ['YouTube', 'Twitter / X', 'SoundCloud'];
    expect(said.at(-1)?.['supportedPlatforms']).toEqual(names);
  });

  it('starts no work on the window, nor for a page of another origin', () => {
    const { said, made, write } = openPage();
    write({ action: 'performAsyncTask', url: link, requestId: 1, nonce: 'this page' });
    expect(said.at(-1)).toMatchObject({ success: false, requestId: 1 });
    const before = said.length;
    write({ action: 'checkDownloadCapabilities' }, [], 'https://evil.example');
    expect([said.length, made]).toEqual([before, []]);
  });

  it('starts work of any extension that registers, once the visitor has agreed', async () => {
    const page = openPage();
    const other = await register(page, 'Another extension');
    try {
      const asking = other.ask({ action: 'performSyncTask', url: link });
      const { settle, link: asked } = (await question(page.bridge)) as never as {
        settle: (grant: object) => void;
        link: { name: string };
      };
      expect([asked.name, page.made]).toEqual(['Another extension', []]);
      settle({ id: 'k', secret: 'key' });
      expect(await asking).toMatchObject({ success: true, result: { title: 'A walk' } });
      expect(await other.ask({ action: 'performAsyncTask', url: link })).toMatchObject({
        success: true,
        result: { processedUrl: `${ORIGIN}/share/1/a.mp4`, format: 'mp4', quality: 'high' },
      });
      const part = { from: 90, to: 120.5, cut: 'exact' };
      await other.ask({ action: 'performAsyncTask', url: link, ...part });
      expect(page.tasks).toEqual([
        { url: link, format: 'mp4', quality: 'high' },
        { url: link, format: 'mp4', quality: 'high', ...part },
      ]);
      expect(
        await other.ask({ action: 'performAsyncTask', url: link, from: '1:30' }),
      ).toMatchObject({ success: false, error: 'Invalid request' });
      expect(page.made).toEqual(['inspect key', 'start key', 'start key']);
    } finally {
      other.close();
    }
  });

  it('starts none without the nonce of this page, or after a no', async () => {
    const page = openPage();
    const other = await register(page, 'Another extension');
    try {
      other.send({ action: 'performAsyncTask', url: link, nonce: 'another page', requestId: 1 });
      const asking = other.ask({ action: 'performAsyncTask', url: link, requestId: 2 });
      (await question(page.bridge))?.settle(null);
      expect(await asking).toMatchObject({ requestId: 2, error: 'Connection declined' });
      expect([page.made, other.heard.map(({ requestId }) => requestId).includes(1)]).toEqual([
        [],
        false,
      ]);
    } finally {
      other.close();
    }
  });
});
