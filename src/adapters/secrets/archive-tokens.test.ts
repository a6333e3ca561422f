import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ArchiveContents, ArchiveFailure } from '../../core/archives/ports.ts';
import { createArchiveTokens } from './archive-tokens.ts';
import { createSeal } from './seal.ts';

const seal = createSeal(randomBytes(32));
const tokens = createArchiveTokens(seal);
const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join('');

const contentsOf = (failure: () => ArchiveFailure): ArchiveContents => ({
  visitor: 'a'.repeat(64),
  fileName: 'Downloads.zip',
  downloads: [randomBytes(16).toString('base64url')],
  numbers: [7],
  failures: Array.from({ length: 99 }, failure),
  language: 'de',
  createdAt: 1_760_000_000_000,
});

it.each<[string, () => string]>([
  ['YouTube', () => `https://www.youtube.com/watch?v=${randomBytes(8).toString('base64url')}`],
  ['TikTok', () => `https://www.tiktok.com/@someone/video/${digits(19)}`],
])('an archive of which 99 links of %s failed has a short address', (platform, link) => {
  const contents = contentsOf(() => ({
    about: link(),
    code: 'private',
    params: { platform, retryAfterSeconds: 5 },
  }));
  const token = tokens.seal(contents);
  // Unpacked, they are about 11,000.
  expect(token.length).toBeLessThan(5000);
  expect(tokens.open(token)).toEqual(contents);
});

it('knows no other token', () => {
  const token = tokens.seal(contentsOf(() => ({ about: 'x', code: 'private', params: {} })));
  // Not the last character, some of whose bits mean nothing.
  const forged = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;
  const earlier = seal.seal(
    JSON.stringify({ v: '', n: '', d: [], f: [], l: 'en', t: 1 }),
    'archive',
  );
  for (const one of ['', 'x', forged, earlier]) expect(tokens.open(one)).toBeNull();
});
