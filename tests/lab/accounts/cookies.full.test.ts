// The operator's cookies in the whole product: an item that the lab shows only to logged-in clients.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import type { InspectAnswer } from '../../../src/shared/api/inspect.ts';
import { clientAt } from '../../support/product/job-client.ts';
import { type Product, startProduct } from '../../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';

const POST = 'https://www.facebook.com/lab.painter/posts/1000000000000210';
const COOKIES = [
  '# Netscape HTTP Cookie File',
  ...[
    ['.facebook.com', 'c_user', '61550000000001'],
    ['.facebook.com', 'xs', '12%3AsecretOfTheOperator'],
    ['.tiktok.com', 'sessionid', 'anotherSecret'],
  ].map(([domain, name, value]) =>
    [domain, 'TRUE', '/', 'TRUE', '4102444800', name, value].join('\t'),
  ),
  '',
].join('\n');

let product: Product;
let origin: string;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-cookies-'));
  file = path.join(folder, 'cookies.txt');
  await writeFile(file, COOKIES, { mode: 0o600 });
  product = await startProduct({ COOKIES_FILE: file, TRUSTED_PROXIES: '127.0.0.1' });
  origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  // Without a canary they are used as soon as they were found.
  await vi.waitUntil(async () => (await inspect(POST)).status === 200, {
    ...SLOW_MACHINE_TIMEOUT,
    interval: 500,
  });
});
afterAll(async () => {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => product.lab.clear());

/** The names of the cookies of every request to a host, in order. */
const sentTo = (isMeant: (host: string) => boolean) =>
  product.lab
    .requests()
    .filter(({ host }) => isMeant(host))
    .map(({ cookies }) => cookies.join(' '));
const isSite = (host: string) => host.endsWith('.facebook.com');
const inspect = async (url: string) => {
  const answer = await clientAt(origin).post('/api/inspect', { url });
  return { status: answer.status, body: (await answer.json()) as InspectAnswer };
};

it('they are sent once the platform asks for a login, to that platform alone, and give the whole file', async () => {
  const visitor = clientAt(origin);
  const made = await visitor.make({ url: POST });
  expect(await visitor.save(made.result.downloadUrl)).toMatchObject({
    status: 200,
    sha256: made.result.receipt.sha256,
  });
  const [first, ...later] = sentTo(isSite);
  expect(first).toBe('');
  expect(later.at(-1)).toBe('c_user xs');
  expect(sentTo((host) => !isSite(host)).filter((names) => names !== '')).toEqual([]);
  expect(sentTo((host) => !isSite(host)).length).toBeGreaterThan(0);
  expect(product.warnings).toEqual([]);
});

it('a post behind a login is inspected anew for each visitor', async () => {
  const looks = [await inspect(POST), await inspect(POST)];
  expect(looks.map(({ status }) => status)).toEqual([200, 200]);
  expect(sentTo(isSite).filter((names) => names.includes('c_user')).length).toBe(2);
});

it('they are not sent where the platform asks for no login', async () => {
  const [open] = LAB_PLATFORMS.facebook.links;
  expect((await inspect(open?.url ?? '')).status).toBe(200);
  expect(sentTo(() => true).filter((names) => names !== '')).toEqual([]);
});

it('a login wall that stays is reported as one', async () => {
  const wall = 'https://www.facebook.com/watch/?v=1000000000000201';
  expect((await inspect(wall)).body).toMatchObject({ code: 'login_required' });
});

it('the file stays unchanged', async () => {
  expect(await readFile(file, 'utf8')).toBe(COOKIES);
});
