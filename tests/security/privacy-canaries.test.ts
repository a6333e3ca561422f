import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/lab.ts';
import type { LabPlatform } from '../../lab/platform.ts';
import { snapchat } from '../../lab/platforms/snapchat/snapchat.ts';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { createSettings } from '../../src/adapters/database/settings.ts';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import type { Job } from '../../src/shared/api/download.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import { tracesBelow, tracesIn } from '../support/product/privacy-traces.ts';
import { type Server, startServer } from '../support/product/server.ts';

/** What a server must not write down anywhere: words that nothing else says. */
const WORDS = {
  query: 'zqquery7c1eä',
  title: 'zqtitle91b4 – “ü” 映画',
  uploader: 'zquploader33d0',
  videoId: 'W7_EDlXWTBiXAEEniNoMPwAAYcnVjYWdwcGV1AZEaIYn5AZEaIYnrAAAAAQ',
  shortLink: 'x7QhT2mB',
  badLink: 'zqbadlink5510',
  brokenBody: 'zqbrokenbody8842',
  unknownPath: 'zqunknownpath6a',
  removedQuery: 'zqremoved12f7',
  failedTitle: 'zqspoilttitle77c',
  cookie: 'zqcookie'.padEnd(43, 'k3'),
  otherCookie: 'zqothercookie4b',
  userAgent: 'zqagent2f90',
  referer: 'zqreferer0c55',
  requestId: 'zqrequestid1d8e',
  rawBytes: 'zqrawbytes9e21',
  address: '198.51.100.217',
  networkOf6: '2001:db8:5e1f:a217',
  password: 'zqpassword four random words',
  wrongPassword: 'zqwrongpassword of nobody',
  wrongEmail: 'zqnobody@site.example',
  metricsToken: 'zqmetricstoken'.padEnd(40, 'm'),
};

/** Snapchat, on which two films and their author are called as we say. */
const platform: LabPlatform = {
  ...snapchat,
  async answer(request, media) {
    const answer = await snapchat.answer(request, media);
    if (answer === null || 'file' in answer || typeof answer.body !== 'string') return answer;
    const body = answer.body
      .replaceAll('River from the bridge', WORDS.title)
      .replaceAll('Lantern festival', WORDS.failedTitle)
      .replaceAll('lab.river', WORDS.uploader);
    return { ...answer, body };
  },
};
const link = `https://www.snapchat.com/spotlight/${WORDS.videoId}?share_id=${encodeURIComponent(WORDS.query)}&x=${WORDS.query}`;

let folder: string;
let lab: Lab;
let server: Server;
const dataDir = () => path.join(folder, 'data');
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-privacy-'));
  for (const name of ['tmp', 'home']) await mkdir(path.join(folder, name));
  lab = await startLab({ platforms: [platform] });
  server = await startServer({
    lab,
    dataDir: dataDir(),
    settings: {
      LOG_LEVEL: 'trace',
      TMPDIR: path.join(folder, 'tmp'),
      HOME: path.join(folder, 'home'),
      METRICS_TOKEN: WORDS.metricsToken,
      ADMIN_EMAIL: 'ann@site.example',
      ADMIN_PASSWORD: WORDS.password,
    },
  });
});
afterAll(async () => {
  server?.signal('SIGKILL');
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (where: string, init: RequestInit = {}) =>
  fetch(server.url + where, {
    ...init,
    headers: {
      cookie: `visitor=${WORDS.cookie}; other=${WORDS.otherCookie}`,
      'user-agent': WORDS.userAgent,
      'request-id': WORDS.requestId,
      'x-request-id': WORDS.requestId,
      referer: `https://elsewhere.example/${WORDS.referer}`,
      'x-forwarded-for': WORDS.address,
      ...init.headers,
    },
  });
const post = (where: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(where, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const codeOf = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as ErrorAnswer).code;

/** A film that is given away is what its visitor asked for; SQLite's lock file and all others are looked at. */
const isDelivered = (file: string) => /^files\/\w+\/media$/.test(file);

/** Everything that the server has written so far, or exposes to a monitor. */
async function traces(words: Readonly<Record<string, string>> = WORDS): Promise<string[]> {
  const { metricsToken: _, ...others } = words;
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${WORDS.metricsToken}` },
  }).then(
    (answer) => answer.text(),
    () => '',
  );
  return [
    ...tracesIn(Buffer.from(server.output()), words).map((one) => `${one} in the log`),
    ...tracesIn(Buffer.from(metrics), others).map((one) => `${one} in the metrics`),
    ...(await tracesBelow(dataDir(), words, isDelivered)),
    ...(await tracesBelow(path.join(folder, 'tmp'), words)),
    ...(await tracesBelow(path.join(folder, 'home'), words)),
  ];
}

/** What no client of ours would send. */
async function sendRaw(text: string): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.resume().end(text);
  await once(socket, 'close');
}

async function make(wish: object): Promise<Job> {
  const started = (await (
    await post('/api/download', wish, { prefer: 'respond-async' })
  ).json()) as Job;
  const stream = await ask(`/api/download-progress?job=${started.job}`);
  await stream.text();
  return (await (await ask(`/api/jobs/${started.job}`)).json()) as Job;
}

describe('a server that writes everything into its log', () => {
  it('keeps nothing of an inspection and a download in readable form', async () => {
    const seen = (await (await post('/api/inspect', { url: link })).json()) as InspectAnswer;
    // The words did arrive: the visitor sees them.
    expect([seen.media.title, seen.media.author]).toEqual([WORDS.title, WORDS.uploader]);
    await post('/api/detect-platform', { url: `https://t.snapchat.com/${WORDS.shortLink}` });
    await ask(seen.items[0]?.thumbnailUrl ?? '');
    // As "Download again" in a browser's history asks for the home page.
    await ask(`/?u=${encodeURIComponent(link)}`, { headers: { accept: 'text/html' } });

    const slow = { kind: 'slow', bytesPerSecond: 20_000 } as const;
    const hurry = lab.faults.add({ host: 'cf-st.sc-cdn.net', pathPrefix: '/', fault: slow });
    const started = (await (
      await post('/api/download', { url: link }, { prefer: 'respond-async' })
    ).json()) as Job;
    const events = await ask(`/api/download-progress?job=${started.job}`);
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('"fetching"'); ) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) throw new Error(`the events ended: ${text}`);
      text += value;
    }
    expect(await traces()).toEqual([]);
    await reader?.cancel();
    await ask(`/api/jobs/${started.job}`, { method: 'DELETE' });
    await post('/api/cancel-download', { job: started.job });
    hurry();

    const film = await make({ url: link });
    expect(film).toMatchObject({ state: 'ready', title: WORDS.title });
    expect(film.result?.filename).toContain('zqtitle91b4');
    const sound = await make({ url: link, format: 'mp3' });
    expect(sound.state).toBe('ready');
    for (const { result, job } of [film, sound]) {
      await ask(`/api/jobs/${job}/share`, { method: 'POST' });
      const saved = await ask(result?.downloadUrl ?? '');
      expect([saved.status, (await saved.bytes()).length > 1000]).toEqual([200, true]);
    }
    await post('/api/ratings', { stars: 5, job: film.job });
    expect(await traces()).toEqual([]);
  });

  it('nor of what failed', async () => {
    const bad = `https://elsewhere.example/${WORDS.badLink}`;
    expect(await codeOf(post('/api/inspect', { url: bad }))).toBe('unsupported_url');
    expect(await codeOf(post('/api/download', { url: `x ${WORDS.badLink}` }))).toBe('invalid_url');
    const removed = snapchat.links.find(({ name }) => name === 'removed')?.url;
    expect(
      await codeOf(post('/api/download', { url: `${removed}?share_id=${WORDS.removedQuery}` })),
    ).toBe('not_found');
    lab.faults.add({ host: 'cf-st.sc-cdn.net', pathPrefix: '/', fault: { kind: 'html' } });
    const unreadable = snapchat.links[0]?.url ?? '';
    const failed = await make({ url: unreadable });
    expect([failed.state, failed.title]).toEqual(['failed', WORDS.failedTitle]);
    lab.faults.clear();
    await post('/api/inspect', `{"url":"${WORDS.brokenBody}`);
    await post('/api/inspect', { url: link, [WORDS.brokenBody]: 1 });
    await ask(`/${WORDS.unknownPath}?a=${WORDS.unknownPath}`, { headers: { accept: 'text/html' } });
    await ask(`/files/${WORDS.unknownPath}/${WORDS.unknownPath}.mp4`);
    await ask(`/api/jobs/${WORDS.unknownPath}`, { method: 'PATCH' });
    await ask(`/%ff${WORDS.unknownPath}`);
    await ask(`/trending-files/${WORDS.unknownPath}.jpg`);
    await post('/api/page-views', { path: `/${WORDS.unknownPath}`, language: 'en' });
    await post('/api/page-views', { path: '/', language: 'en' });
    await sendRaw(`GET /${WORDS.rawBytes} HTTP/1.1\r\nHost: x\r\n${WORDS.rawBytes}\r\n\r\n`);
    await sendRaw(
      `POST /api/inspect HTTP/1.1\r\nHost: ${WORDS.rawBytes}\r\nContent-Length: x\r\n\r\n`,
    );
    for (let turn = 0; turn < 40; turn += 1)
      await post(
        '/api/detect-platform',
        { url: bad },
        { 'x-forwarded-for': `${WORDS.networkOf6}::${turn}` },
      );
    expect(await traces()).toEqual([]);
  });

  it('nor of operators’ passwords, right or wrong, or what the monitor shows', async () => {
    const signIn = (email: string, password: string) =>
      post('/api/admin/login', { email, password }).then(({ status }) => status);
    expect(await signIn('ann@site.example', WORDS.password)).toBe(200);
    expect(await signIn('ann@site.example', WORDS.wrongPassword)).toBe(401);
    expect(await signIn(WORDS.wrongEmail, WORDS.wrongPassword)).toBe(401);
    expect(await traces()).toEqual([]);
    // A database that is open has its last changes in its log, and all of it was looked at.
    expect(await readdir(dataDir())).toEqual(
      expect.arrayContaining(['keepreel.sqlite', 'keepreel.sqlite-wal', 'keepreel.sqlite-shm']),
    );
    expect(server.output()).toMatch(/"level":20/);
  });

  it('though its monitor receives what was done', async () => {
    const headers = { authorization: `Bearer ${WORDS.metricsToken}` };
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(text).toContain(
      'keepreel_attempts_total{platform="snapchat",step="download",code="ok"} 2',
    );
    expect(text).toMatch(
      /keepreel_attempts_total\{platform="snapchat",step="inspect",code="not_found"\} [1-9]/,
    );
    expect(text).toMatch(/^keepreel_engine_info\{version="20\d\d\.[\d.]+"\} 1$/m);
    expect(text).toMatch(/^keepreel_files_bytes [1-9]\d{4,}$/m);
    expect(text).toMatch(/^keepreel_disk_free_bytes [1-9]\d{6,}$/m);
    // And whatever is there is found there.
    expect(await traces({ platform: 'snapchat', route: '/api/inspect' })).toEqual(
      expect.arrayContaining([
        'route as UTF-8 in the log',
        'platform as UTF-8 in the metrics',
        'platform as UTF-8 in keepreel.sqlite-wal',
      ]),
    );
  });

  it('log-secret: in lines of fixed fields, whatever was asked', () => {
    const written = server.output().trim().split('\n');
    const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>);
    const fieldsOf = (message: string) =>
      new Set(
        lines
          .filter(({ msg }) => msg === message)
          .map((line) => Object.keys(line).toSorted().join(' ')),
      );
    expect(fieldsOf('request')).toEqual(new Set(['level method ms msg reqId route status time']));
    // `detail` is in words of our own, see http/answers/reason.ts.
    const refused = [...fieldsOf('refused')].map((fields) => fields.replace('detail ', ''));
    expect(new Set(refused)).toEqual(new Set(['code level msg ref reqId time']));
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    for (const { reqId = 'req-0' } of lines) expect(reqId).toMatch(/^req-[0-9a-z]+$/);
    const routes = lines.flatMap(({ route }) => (typeof route === 'string' ? [route] : []));
    expect(routes).toEqual(expect.arrayContaining(['none', '/files/:token/:name']));
    // Words, places of words, and nothing that only a visitor's address would have.
    for (const route of routes) expect(route).toMatch(/^(none|\/[a-z0-9_./:*-]*)$/i);
  });

  it('nor after its end; and what is planted in each of these places is found', async () => {
    const planted = { planted: 'zqplanted66ë' };
    const database = await openDatabase({ url: null, dataDir: dataDir() });
    await createSettings(database.db).write('canaries', planted.planted);
    expect(await traces(planted)).toEqual(['planted as UTF-8 in keepreel.sqlite-wal']);
    await database.close();
    server.signal('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    expect(await traces()).toEqual([]);
    for (const place of ['tmp', 'home', 'data'])
      await writeFile(path.join(folder, place, 'note'), planted.planted, 'utf16le');
    expect(await traces(planted)).toEqual([
      'planted as UTF-8 in keepreel.sqlite',
      ...Array.from({ length: 3 }, () => 'planted as UTF-16LE in note'),
    ]);
    // Something else than our words is in the log, the metrics and the database.
    expect(await traces({ platform: 'snapchat' })).toEqual(
      expect.arrayContaining(['platform as UTF-8 in keepreel.sqlite']),
    );
  });
});
