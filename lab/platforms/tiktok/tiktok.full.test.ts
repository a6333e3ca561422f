// The lab's TikTok: access to media by cookie, and the proof of work.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMediaLibrary } from '../../media/media-library.ts';
import type { LabAnswer } from '../../platform.ts';
import { tiktok } from './tiktok.ts';

const media = createMediaLibrary();
const REFERER = 'https://www.tiktok.com/';

async function ask(address: string, headers: Readonly<Record<string, string>> = {}) {
  const request = {
    method: 'GET',
    url: new URL(address),
    headers,
    body: Buffer.alloc(0),
    client: '',
  };
  const answer = await tiktok.answer(request, media);
  if (answer === null) throw new TypeError(`The platform does not know ${address}`);
  return answer;
}

function textOf(answer: LabAnswer): string {
  if (!('body' in answer)) throw new TypeError('The answer is a file.');
  return answer.body.toString();
}

/** The cookies of an answer as a browser sends them back. */
function cookiesOf(answer: LabAnswer): string {
  const set = answer.headers?.['set-cookie'] ?? [];
  return [set]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
}

describe('the media of a post', () => {
  const page = 'https://www.tiktok.com/@_/video/7512345678901234504';

  async function open() {
    const answer = await ask(page);
    const address = /"downloadAddr":"([^"]+)"/.exec(textOf(answer))?.[1] ?? '';
    return { address, cookie: cookiesOf(answer) };
  }

  it('is sent to a client with the cookie of the page', async () => {
    const { address, cookie } = await open();
    expect(await ask(address, { cookie, referer: REFERER })).toHaveProperty('file');
  });

  it('is sent with the cookie of another visit too', async () => {
    const { address } = await open();
    const { cookie } = await open();
    expect(await ask(address, { cookie, referer: REFERER })).toHaveProperty('file');
  });

  it.each([
    ['without a cookie', {}],
    ['with a cookie that no page gave', { cookie: 'tt_chain_token=AAAAAAAAAAAAAAAAAAAAAA==' }],
  ])('is refused %s', async (_name, headers) => {
    const { address } = await open();
    expect(await ask(address, { ...headers, referer: REFERER })).toHaveProperty('status', 403);
  });

  it('is refused to a client from another site', async () => {
    const { address, cookie } = await open();
    expect(await ask(address, { cookie })).toHaveProperty('status', 403);
  });
});

describe('the proof of work', () => {
  const page = 'https://www.tiktok.com/@_/video/7512345678901234505';
  const marker = '__UNIVERSAL_DATA_FOR_REHYDRATION__';

  async function cookieWith(number: (salt: Buffer, digest: string) => number): Promise<string> {
    const words = /id="cs" class="([^"]+)"/.exec(textOf(await ask(page)))?.[1] ?? '';
    const puzzle = JSON.parse(Buffer.from(words, 'base64').toString());
    const found = number(Buffer.from(puzzle.v.a, 'base64'), puzzle.v.c);
    const d = Buffer.from(String(found)).toString('base64');
    const value = Buffer.from(JSON.stringify({ ...puzzle, d })).toString('base64');
    return `_wafchallengeid=${value}`;
  }

  function solve(salt: Buffer, digest: string): number {
    for (let number = 0; number <= 1_000_000; number += 1) {
      const hash = createHash('sha256').update(salt).update(String(number)).digest('base64');
      if (hash === digest) return number;
    }
    throw new TypeError('There is no such number.');
  }

  it('opens the page for the right number', async () => {
    const cookie = await cookieWith(solve);
    expect(textOf(await ask(page, { cookie }))).toContain(marker);
  });

  it('does not open it for another number', async () => {
    const cookie = await cookieWith((salt, digest) => solve(salt, digest) + 1);
    expect(textOf(await ask(page, { cookie }))).not.toContain(marker);
  });
});
