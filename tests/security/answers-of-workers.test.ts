// A worker runs yt-dlp and ffmpeg on what strangers made. What a server for pages takes from it is read like an answer from outside.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobReport, queuePlaces, queueStats } from '../../src/adapters/bullmq/job-messages.ts';
import { readInspected } from '../../src/adapters/redis/inspected-schema.ts';
import { readInfo } from '../../src/adapters/ytdlp/read/read-info.ts';
import type { Inspected } from '../../src/core/inspecting/inspection.ts';
import { toPlain } from '../../src/core/inspecting/shared-inspections.ts';
import { readLink } from '../../src/shared/link.ts';
import type { PlatformId } from '../../src/shared/platforms/platform.ts';
import { UPSTREAMS } from '../../src/shared/platforms/upstreams.ts';
import { LINK_TABLES } from '../fixtures/links/index.ts';
import { aContext, projected } from '../support/engine/engine-answers.ts';

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/engine-output');
const recorded = globSync('*/*.json', { cwd: FOLDER }).map((file) => ({
  platform: path.dirname(file) as PlatformId,
  ...(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as {
    readonly info: unknown;
    readonly warnings: string[];
  }),
}));
/** As it travels. */
const travelled = (value: unknown) => JSON.parse(JSON.stringify(value));

const inspections: Inspected[] = projected(recorded.map(({ info }) => info)).flatMap(
  (answer, index) => {
    const { platform = 'youtube', warnings = [] } = recorded[index] ?? {};
    try {
      const context = { ...aContext, warnings, expectedExtractors: UPSTREAMS[platform].extractors };
      return readInfo(answer, context);
    } catch {
      // Some recordings are refusals.
      return [];
    }
  },
);

describe('an inspection', () => {
  it('of each recorded answer arrives as it was sent', () => {
    expect(inspections.length).toBeGreaterThan(20);
    for (const one of inspections) {
      const plain = travelled(toPlain(one));
      expect(readInspected(plain)).toEqual(one);
    }
  });

  const songOf = (artists: readonly string[]) => ({ track: 'x', artists, album: null, year: 1999 });
  it('of a song with locked formats and listed chapters arrives as it was sent', () => {
    const one = plain();
    const song = songOf(['Ann', 'Bo']);
    const known = { song, hasLocked: true, chaptersFromText: true };
    Object.assign(one.inspection.items[0], known);
    expect(readInspected(one)?.inspection.items[0]).toMatchObject(known);
  });

  const [first] = inspections;
  const plain = () => travelled(first && toPlain(first));
  it.each<[string, (plain: ReturnType<typeof travelled>) => unknown]>([
    ['nothing', () => null],
    ['text', () => 'x'],
    ['a list of items that is none', (one) => Object.assign(one.inspection, { items: {} })],
    [
      'too many items',
      (one) => Object.assign(one.inspection, { items: Array(60).fill(one.inspection.items[0]) }),
    ],
    [
      'a title without end',
      (one) => Object.assign(one.inspection.media, { title: 'x'.repeat(9999) }),
    ],
    [
      'markup as a codec',
      (one) => Object.assign(one.inspection.items[0].tracks[0], { container: '<b>' }),
    ],
    [
      'a link that runs a script',
      (one) => Object.assign(one.inspection.link, { address: 'javascript:alert(1)' }),
    ],
    [
      'a link to elsewhere',
      (one) => Object.assign(one.inspection.link, { address: 'https://evil.example/' }),
    ],
    [
      'the link of another video',
      (one) => Object.assign(one.inspection.link, { id: 'AAAAAAAAAAA' }),
    ],
    [
      'a song of a crowd',
      (one) => Object.assign(one.inspection.items[0], { song: songOf(Array(99).fill('a')) }),
    ],
    [
      'a song of a name without end',
      (one) => Object.assign(one.inspection.items[0], { song: songOf(['x'.repeat(9999)]) }),
    ],
    ['sources that are none', (one) => Object.assign(one.sources, { byId: [['a', 'b']] })],
  ])('with %s is none', (_what, change) => {
    const changed = plain();
    const given = change(changed) === null ? null : changed;
    expect(readInspected(_what === 'text' ? 'x' : given)).toBeNull();
  });
});

describe('what is told of jobs', () => {
  const receipt = {
    container: 'mp4',
    picture: null,
    sound: null,
    durationSeconds: 1,
    bytes: 1,
    playsOn: [],
    extension: 'mp4',
  };
  const file = {
    id: 'f',
    workKey: 'k',
    bytes: 1,
    etag: '"e"',
    sha256: null,
    crc32: null,
    receipt,
    createdAt: 1,
    expiresAt: 2,
  };
  it.each<
    [string, { readonly safeParse: (given: unknown) => { success: boolean } }, unknown, boolean]
  >([
    ['a file', jobReport, { end: { file } }, true],
    [
      'a file without some subtitles',
      jobReport,
      { end: { file: { ...file, receipt: { ...receipt, missingSubtitles: ['de'] } } } },
      true,
    ],
    [
      'a file without what are no languages',
      jobReport,
      { end: { file: { ...file, receipt: { ...receipt, missingSubtitles: ['x'.repeat(99)] } } } },
      false,
    ],
    [
      'a file in another folder',
      jobReport,
      { end: { file: { ...file, id: '../trending/x' } } },
      false,
    ],
    [
      'an ETag that ends the header',
      jobReport,
      { end: { file: { ...file, etag: '"a"\r\nX: y' } } },
      false,
    ],
    ['an error', jobReport, { end: { error: { code: 'internal', params: {}, detail: '' } } }, true],
    [
      'an error with an object',
      jobReport,
      { end: { error: { code: 'internal', params: { a: {} }, detail: '' } } },
      false,
    ],
    ['nothing', jobReport, null, false],
    ['places', queuePlaces, { a: 1 }, true],
    ['a place that is text', queuePlaces, { a: '<b>' }, false],
    [
      'stats',
      queueStats,
      {
        waiting: 0,
        isSlotWanted: false,
        isPlaceWanted: false,
        running: 1,
        mostRunning: 4,
        oldestSince: null,
      },
      true,
    ],
    ['stats of nothing', queueStats, { waiting: -1 }, false],
  ])('%s', (_what, schema, given, isRead) => {
    expect(schema.safeParse(given).success).toBe(isRead);
  });
});

it('every link that this server makes of the words of visitors is one', () => {
  const [first] = inspections;
  if (!first) throw new Error('nothing was recorded');
  const urls = LINK_TABLES.flatMap(({ items }) => items.flatMap((item) => item.urls));
  for (const url of urls) {
    const reading = readLink(url);
    if (reading.kind !== 'link') throw new Error(url);
    const inspection = { ...first.inspection, link: reading.link };
    const plain = travelled(toPlain({ ...first, inspection }));
    expect([url, readInspected(plain) !== null]).toEqual([url, true]);
  }
});
