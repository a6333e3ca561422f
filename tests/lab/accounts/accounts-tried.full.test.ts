// Accounts that are added while the server runs, with the real yt-dlp against the lab: one that the platform has signed out is used for
// no visitor, and no request carries the cookies of two.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loginPage } from '../../../lab/platforms/facebook/page.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { withSwitch } from '../../../lab/switches.ts';
import type { EngineAnswer } from '../../../src/shared/api/engine.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';

const ANN = { email: 'ann@site.example', password: 'four random words make one' };
/** Shown to signed-in clients alone. */
const POST = 'https://www.facebook.com/lab.painter/posts/1000000000000210';
const CANARY = LAB_PLATFORMS.facebook.links.find(({ expect: wanted }) => 'items' in wanted);

let product: Product;
let folder: string;
let cookie: string;
/** The cookie headers of all requests to the platform. */
let sent: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-accounts-'));
  sent = [];
  const facebook = withSwitch(LAB_PLATFORMS.facebook);
  facebook.turn((request, usual) => {
    const cookies = String(request.headers.cookie ?? '');
    if (request.url.hostname === 'www.facebook.com') sent.push(cookies);
    return cookies.includes('mine=bad') ? loginPage() : usual();
  });
  const settings = {
    COOKIES_DIR: folder,
    CANARY_URLS: CANARY?.url ?? '',
    ADMIN_EMAIL: ANN.email,
    ADMIN_PASSWORD: ANN.password,
  };
  product = await startProduct(settings, [facebook]);
  const signIn = await product.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: ANN,
    remoteAddress: freshAddress(),
  });
  cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
});
afterEach(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

async function add(name: string, mine: 'good' | 'bad'): Promise<void> {
  const values = { c_user: '61550000000001', xs: '12%3Asecret', mine };
  const lines = Object.entries(values).map((cookieOf) =>
    ['.facebook.com', 'TRUE', '/', 'TRUE', '4102444800', ...cookieOf].join('\t'),
  );
  await writeFile(
    path.join(folder, 'new'),
    ['# Netscape HTTP Cookie File', ...lines, ''].join('\n'),
  );
  await rename(path.join(folder, 'new'), path.join(folder, name));
}
async function state(): Promise<EngineAnswer> {
  const answer = await product.app.inject({ url: '/api/admin/engine', headers: { cookie } });
  return answer.json<EngineAnswer>();
}
const settledAs = (name: string, wanted: string) =>
  vi.waitUntil(
    async () => (await state()).accounts.some((one) => one.name === name && one.state === wanted),
    { ...SLOW_MACHINE_TIMEOUT, interval: 200 },
  );
async function inspect(): Promise<string> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url: POST },
    remoteAddress: freshAddress(),
  });
  return answer.statusCode === 200 ? 'ok' : answer.json().code;
}

it('what the canary passes is used, what it fails is not, and no cookies meet', async () => {
  expect(await inspect()).toBe('login_required');
  await add('facebook.txt', 'bad');
  await settledAs('facebook.txt', 'refused');
  const tried = sent.length;
  expect(await inspect()).toBe('login_required');
  expect(sent.slice(tried).filter((cookies) => cookies.includes('mine='))).toEqual([]);
  expect((await state()).changes[0]).toMatchObject({
    what: 'account',
    by: 'COOKIES_DIR',
    to: ['facebook.txt'],
    result: 'refused',
    reason: 'canaries_failed',
    platforms: ['facebook'],
    details: 'facebook (upstream): login_required',
  });
  expect(product.warnings).toMatchObject([
    ['alarm: account_refused', { account: 'facebook.txt', reason: 'canaries_failed' }],
  ]);
  await add('facebook.second.txt', 'good');
  await settledAs('facebook.second.txt', 'used');
  const before = sent.length;
  expect(await inspect()).toBe('ok');
  const carried = sent.slice(before).filter((cookies) => cookies.includes('mine='));
  expect(new Set(carried.map((cookies) => /mine=\w+/.exec(cookies)?.[0]))).toEqual(
    new Set(['mine=good']),
  );
  // Each account was shown to the platform by itself: once to be tried.
  const counts = ['bad', 'good'].map((mine) => sent.filter((all) => all.includes(`mine=${mine}`)));
  expect(counts[0]?.length).toBeLessThanOrEqual(2);
  expect(sent.filter((all) => all.includes('mine=bad') && all.includes('mine=good'))).toEqual([]);
});
