// The recipes of CONTRIBUTING.md are complete: with one more platform, format and error code, and other rates of MP3, planted
// only in files that the recipes name, everything compiles.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySources, type SourceCopy, type Step, sectionOf } from '../support/house/recipes.ts';

const document = readFileSync(path.resolve(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');

const platforms = 'src/shared/platforms';
const platform: readonly Step[] = [
  {
    file: `${platforms}/platform.ts`,
    before: "  'threads',\n",
    after: "  'threads',\n  'planted',\n",
  },
  {
    file: `${platforms}/planted/links.ts`,
    copyOf: `${platforms}/threads/links.ts`,
    rename: ['const threads', 'const planted'],
  },
  {
    file: `${platforms}/planted/upstream.ts`,
    copyOf: `${platforms}/threads/upstream.ts`,
    rename: ['threadsUpstream', 'plantedUpstream'],
  },
  {
    file: `${platforms}/index.ts`,
    before: '  threads,\n',
    after: "  threads,\n  planted: { ...threads, id: 'planted' },\n",
  },
  {
    file: `${platforms}/upstreams.ts`,
    before: '  threads: threadsUpstream,\n',
    after: '  threads: threadsUpstream,\n  planted: threadsUpstream,\n',
  },
  {
    file: 'lab/platforms/index.ts',
    before: '  threads,\n',
    after: "  threads,\n  planted: { ...threads, id: 'planted' },\n",
  },
  {
    file: 'tests/support/product/random-faults.ts',
    before: '  threads: {',
    after: "  planted: { media: 'media.planted.example', pages: 'planted.example' },\n  threads: {",
  },
  {
    file: 'src/shared/routes.ts',
    before: '  threads: downloader(',
    after: "  planted: downloader('planted', '/planted-video-downloader'),\n  threads: downloader(",
  },
  {
    file: 'src/web/app/screens.ts',
    before: '  threads: download,\n',
    after: '  threads: download,\n  planted: download,\n',
  },
  {
    file: 'scripts/web/draw-marks.ts',
    before: '  threads: siThreads,\n',
    after: '  threads: siThreads,\n  planted: siThreads,\n',
  },
];

const format: readonly Step[] = [
  {
    file: 'src/shared/media/formats.ts',
    before: '  m4a: {\n',
    after:
      "  '3gp': { kind: 'video', mimeType: 'video/3gpp', originalAudio: [], playsOn: [], holds: [] },\n  m4a: {\n",
  },
  { file: 'src/shared/media/qualities.ts', before: 'high: 320', after: 'high: 256' },
  {
    file: 'src/adapters/ffmpeg/formats.ts',
    before: '  m4a: {\n',
    after: "  '3gp': { demuxers: ['mov'], muxer: () => ['-f', '3gp'] },\n  m4a: {\n",
  },
];

const errorCode: readonly Step[] = [
  {
    file: 'src/shared/errors.ts',
    before: '  private: {',
    after: "  planted: { status: 403, cause: 'item', next: 'another' },\n  private: {",
  },
  {
    file: 'content/locales/en/first.json',
    before: '"errors": {',
    after: '"errors": { "planted": "It is planted.",',
  },
];

it.each([
  ['A platform', platform],
  ['A format of files', format],
  ['An error code', errorCode],
])('“%s” names every file that the plant needs', (heading, steps) => {
  const section = sectionOf(document, heading);
  const files = steps.map(({ file }) => file.replaceAll('planted', '<id>'));
  expect(files.filter((file) => !section.includes(`\`${file}\``))).toEqual([]);
});

describe('with all of them planted', () => {
  let copy: SourceCopy;
  beforeAll(async () => {
    copy = await copySources();
  });
  afterAll(() => copy?.remove());

  it('everything compiles, and without one of the steps it does not', async () => {
    const steps = [...platform, ...format, ...errorCode];
    const named = [
      'lab/platforms/index.ts',
      'src/adapters/ffmpeg/formats.ts',
      'src/web/app/screens.ts',
    ];
    const isNamed = ({ file }: Step) => named.includes(file);
    await copy.take(steps.filter((step) => !isNamed(step)));
    const messages = await copy.compile();
    for (const file of named) expect(messages.some((line) => line.startsWith(file))).toBe(true);
    await copy.take(steps.filter(isNamed));
    expect(await copy.compile()).toEqual([]);
  });
});
