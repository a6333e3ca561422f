// Sends every hostile answer of the case list, and more of the kind, through engine/project.py and readInfo.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projected } from '../../../../tests/support/engine/engine-answers.ts';
import {
  addressesOf,
  base,
  codeFrom,
  firstItem,
  good,
  read,
  sourcesOf,
} from '../../../../tests/support/http/plain-answer.ts';

type Case = { readonly id: string; readonly output: unknown; readonly expect: string };
const path = new URL('../../../../tests/fixtures/security-cases.json', import.meta.url);
const { extractorOutput } = JSON.parse(readFileSync(path, 'utf8')) as {
  extractorOutput: readonly Case[];
};

const output = (id: string) => extractorOutput.find((one) => one.id === id)?.output as object;
/** The format of the case beside a good one, which must be kept. */
const formatOf = (id: string) => (output(id) as { formats: object[] }).formats[0];
const beside = (id: string) => ({ ...base, formats: [{ format_id: 'x', ...formatOf(id) }, good] });

/** The info dict of each case, and what to expect of its reading. */
const checks: Readonly<Record<string, { info: () => unknown; see: (answer: unknown) => void }>> = {
  'fmt-file': { info: () => beside('fmt-file'), see: onlyGood },
  'fmt-concat': { info: () => beside('fmt-concat'), see: onlyGood },
  // The egress proxy refuses the address, so the reader passes it on unchanged.
  'fmt-meta': {
    info: () => beside('fmt-meta'),
    see: (answer) => expect(addressesOf(answer)).toContain('http://169.254.169.254/'),
  },
  proto: { info: () => beside('proto'), see: onlyGood },
  'hdr-host': {
    info: () => ({
      ...base,
      formats: [{ ...good, ...output('hdr-host') }],
      ...output('hdr-host'),
      thumbnail: 'https://i.ytimg.com/a.jpg',
    }),
    see: (answer) => {
      expect(JSON.stringify(answer)).not.toMatch(/internal|a=b|evil/u);
      const text = JSON.stringify(
        sourcesOf({ ...base, formats: [{ ...good, ...output('hdr-host') }] }),
      );
      expect(text).not.toMatch(/internal|a=b|evil/u);
    },
  },
  'ext-exe': {
    info: () => ({ ...base, ...output('ext-exe'), formats: [{ ...good, ...output('ext-exe') }] }),
    see: (answer) => expect(firstItem(answer)?.tracks[0]?.container).toBe('other'),
  },
  'title-long': {
    info: () => ({ ...base, title: 'A'.repeat(10_000_000) }),
    see: (answer) => {
      expect(firstItem(answer)?.title).toBe('A'.repeat(200));
      // The server does not rely on the Python side.
      expect(firstItem({ ...base, title: 'A'.repeat(10_000_000) })?.title).toBe('A'.repeat(200));
    },
  },
  // Kept unchanged: text is escaped where it is written into a page, not where it is read.
  'title-script': {
    info: () => ({ ...base, ...output('title-script') }),
    see: (answer) => expect(firstItem(answer)?.title).toBe('</script><script>alert(1)</script>'),
  },
  'title-surrogate': {
    info: () => ({ ...base, title: 'a\ud83d' }),
    see: (answer) => {
      for (const title of [
        firstItem(answer)?.title,
        firstItem({ ...base, title: 'a\ud83d' })?.title,
      ])
        expect(encodeURIComponent(title ?? '')).toBe('a%EF%BF%BD');
    },
  },
  'title-missing': {
    info: () => ({ ...base, title: undefined }),
    see: (answer) => {
      expect(firstItem(answer)?.title).toBe('dQw4w9WgXcQ');
      expect(read(answer).inspection.media.title).toBe('dQw4w9WgXcQ');
    },
  },
  'thumb-svg': {
    info: () => ({ ...base, ...output('thumb-svg') }),
    see: (answer) => {
      expect(firstItem(answer)?.thumbnail).toBeNull();
      expect(addressesOf(answer).join()).not.toContain('svg');
    },
  },
  'dur-neg': {
    info: () => ({ ...base, ...output('dur-neg') }),
    see: (answer) => expect(firstItem(answer)?.durationSeconds).toBeNull(),
  },
  live: {
    info: () => ({ ...base, ...output('live') }),
    see: (answer) => expect(codeFrom(answer)).toBe('live'),
  },
  'live-up': {
    info: () => ({ ...base, ...output('live-up') }),
    see: (answer) => expect(codeFrom(answer)).toBe('live_not_started'),
  },
  'fmt-count': {
    info: () => ({ ...base, formats: Array.from({ length: 100_000 }, (_, at) => numbered(at)) }),
    see: (answer) => {
      const tracks = firstItem(answer)?.tracks ?? [];
      expect(tracks.map(({ id }) => id)).toEqual(
        Array.from({ length: 500 }, (_, at) => `1.f${at}`),
      );
      const formats = Array.from({ length: 100_000 }, (_, at) => numbered(at));
      expect(firstItem({ ...base, formats })?.tracks).toHaveLength(500);
    },
  },
  // These readers never see what the engine prints: answers arrive over a separate socket.
  'stderr-huge': { info: () => 'x'.repeat(100_000), see: isNoAnswer },
  'stdout-junk': { info: () => 'WARNING: something\n{"id": "x"}', see: isNoAnswer },
  urltransparent: {
    info: () => ({ ...base, ...output('urltransparent') }),
    see: (answer) => {
      expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
      expect(codeFrom(answer)).toBe('unsupported_url');
      expect(codeFrom({ ...base, ...output('urltransparent') })).toBe('unsupported_url');
    },
  },
  extractor: {
    info: () => ({ ...base, ...output('extractor') }),
    see: (answer) => expect(codeFrom(answer)).toBe('unsupported_url'),
  },
};

function numbered(at: number) {
  return { ...good, format_id: `f${at}`, url: `https://rr1.googlevideo.com/${at}` };
}

function onlyGood(answer: unknown): void {
  expect(addressesOf(answer)).toEqual([good.url]);
  expect(firstItem(answer)?.tracks.map(({ id }) => id)).toEqual(['1.18']);
}

function isNoAnswer(answer: unknown): void {
  expect(codeFrom(answer)).toBe('platform_changed');
}

describe('hostile output of an extractor', () => {
  const answers = new Map<string, unknown>();
  const ids = Object.keys(checks);
  projected(ids.map((id) => checks[id]?.info() ?? null)).forEach((answer, at) => {
    answers.set(ids[at] ?? '', answer);
  });

  it.each(extractorOutput)('$id: $expect', ({ id }) => {
    expect(checks[id], `a check for ${id}`).toBeDefined();
    checks[id]?.see(answers.get(id));
  });
});
