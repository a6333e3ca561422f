import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
let dataDir: string;
let server: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-server-'));
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the server as an operator does; `output` grows while it runs. */
function start(
  settings: Record<string, string>,
  [program = '', ...args]: readonly string[] = [process.execPath, 'src/main.ts'],
) {
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDir,
      CANARY_URLS: '',
      ...settings,
    },
  });
  const state = { output: '', code: undefined as number | null | undefined };
  child.stdout.on('data', (chunk) => {
    state.output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    state.output += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      state.code = code;
      resolve();
    });
  });
  server = child;
  return { child, state, ended };
}

/** The address in the line that says where it serves, once every check of readiness is good. */
async function untilReady(state: { output: string }): Promise<string> {
  const url = await vi.waitUntil(() => state.output.match(/serving on (http:\/\/[^"]+)/)?.[1], {
    timeout: 20_000,
    interval: 50,
  });
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, {
    timeout: 20_000,
    interval: 50,
  });
  return url;
}

/** Every process below one, as the kernel lists them now. */
function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch (error) {
      // A process may end while the list is read.
      if (!(error instanceof Error)) throw error;
    }
  }
  const below = [pid];
  for (const parent of below)
    for (const [child, its] of parents) if (its === parent) below.push(child);
  return below.slice(1);
}

const isAlive = (pid: number) => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
};

describe('the server', () => {
  it('leaves no process behind when it is killed with SIGKILL', async () => {
    const { child, state, ended } = start({});
    await untilReady(state);
    const below = descendants(child.pid ?? 0);
    expect(below.length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await ended;
    await vi.waitUntil(() => !below.some(isAlive), { timeout: 3000, interval: 20 });
  });

  it('shuts down gracefully with code 0 on SIGTERM', async () => {
    const { child, state, ended } = start({});
    const url = await untilReady(state);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const below = descendants(child.pid ?? 0);
    child.kill('SIGTERM');
    await ended;
    expect([state.code, below.filter(isAlive)]).toEqual([0, []]);
    expect(state.output).toContain('"msg":"ended"');
  });

  it('says at a terminal where it is, who operates it and who explains it, and writes no JSON', async () => {
    const { child, state, ended } = start({}, [
      'script',
      '-qec',
      `${process.execPath} src/main.ts`,
      '/dev/null',
    ]);
    await vi.waitUntil(() => state.output.includes('npm run doctor'), {
      timeout: 20_000,
      interval: 50,
    });
    const lines = state.output
      .trim()
      .split(/[\r\n]+/)
      .slice(-3);
    expect(lines).toEqual([
      expect.stringMatching(/ready: http:\/\/localhost:\d+$/),
      expect.stringContaining('npm run admin -- add'),
      expect.stringContaining('npm run doctor'),
    ]);
    expect(state.output).not.toContain('{"');
    // The terminal is gone, and with it the server.
    child.kill('SIGTERM');
    await ended;
  });

  it('treats two simultaneous signals as one', async () => {
    const { child, state, ended } = start({});
    await untilReady(state);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    await ended;
    expect(state.code).toBe(0);
    expect(state.output).toContain('"msg":"ended"');
  });

  it('writes no link, title or address of a visitor into its log', async () => {
    const { child, state, ended } = start({ LOG_LEVEL: 'trace' });
    const url = await untilReady(state);
    await fetch(`${url}/api/detect-platform`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'visitor=canarycookie' },
      body: JSON.stringify({ url: 'https://youtu.be/canaryvideo?t=4' }),
    });
    await fetch(`${url}/canarypath?q=canaryquery`);
    const headers = { cookie: `visitor=${'canary'.repeat(8).slice(0, 43)}` };
    for (const path of [
      '/files/canarytoken/canaryname.mp4',
      '/api/jobs/canaryjob',
      '/api/download-progress?job=canaryjob',
    ]) {
      expect((await fetch(url + path, { headers })).status).toBe(404);
    }
    child.kill('SIGTERM');
    await ended;
    for (const route of ['/api/detect-platform', '/files/:token/:name', '/api/jobs/:id'])
      expect(state.output).toContain(route);
    expect(state.output).not.toMatch(/canary|remoteAddress|remotePort/);
  });

  it('warns an operator who configured no proxy that one seems to be in front', async () => {
    const { child, state, ended } = start({});
    const url = await untilReady(state);
    await fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    child.kill('SIGTERM');
    await ended;
    expect(state.output).toMatch(/"level":40.*TRUSTED_PROXIES is empty/);
    expect(state.output).not.toContain('192.0.2.1');
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ PORT: 'abc' }, /PORT: /],
    [{ UPSTREAM_PROXY: 'socks5://127.0.0.1:1' }, /UPSTREAM_PROXY: must be http:\/\//],
    [{ EXTRA_CA_FILE: '/nowhere.pem' }, /set UPSTREAM_PROXY or EGRESSES too/],
    [{ DISABLED_PLATFORMS: 'youtube,myspace' }, /DISABLED_PLATFORMS/],
    [{ EXTRA_SITES: 'generic' }, /EXTRA_SITES.*generic is not one of "bluesky", "reddit", /],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8 everybody' },
      /TRUSTED_PROXIES.*must be addresses or CIDR ranges/,
    ],
    [{ HOST: '192.0.2.1' }, /PORT, HOST: 192\.0\.2\.1:0 cannot be used/],
    [
      { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' },
      /DATABASE_URL: the database cannot be opened/,
    ],
    [
      { DATA_DIR: '/etc/hostname/data' },
      /DATA_DIR: .*\. Name a folder that this server's user may/,
    ],
    [{ BASE_PATH: '/keepreel' }, /BASE_PATH: the pages .* were built for \/, not for \/keepreel/],
    [{ YTDLP_PATH: '/nowhere' }, /YTDLP_PATH: there is no yt_dlp package/],
  ])('refuses %j with the remedy in one message', async (settings, sentence) => {
    const { state, ended } = start(settings);
    await ended;
    expect(state.code).toBe(1);
    expect(state.output).toMatch(sentence);
    expect(state.output).not.toMatch(/^\s+at |secret/m);
  });
});
