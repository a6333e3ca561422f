// Reads recorded answers of yt-dlp to the platform lab and compares every track with what the lab served.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aContext, projected } from '../../../../tests/support/engine/engine-answers.ts';
import { RECORDED } from '../../../../tests/support/engine/recorded-tracks.ts';
import type { Inspected } from '../../../core/inspecting/inspection.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Item, Track } from '../../../shared/media/media.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { UPSTREAMS } from '../../../shared/platforms/upstreams.ts';
import { readInfo } from './read-info.ts';

const folder = new URL('../../../../tests/fixtures/engine-output/', import.meta.url).pathname;
const recorded = globSync('*/*.json', { cwd: folder }).map((file) => {
  const { about, info, warnings } = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as {
    about: string;
    info: unknown;
    warnings: string[];
  };
  return { name: `${dirname(file)}-${basename(file, '.json')}`, about, info, warnings };
});

function trackLine({ id, delivery, container, picture, sound, ...track }: Track): string {
  const rate = picture?.fps == null ? '' : `@${picture.fps}`;
  const range = picture?.dynamicRange === 'hdr' ? ' hdr' : '';
  const size = `${picture?.width ?? '?'}x${picture?.height ?? '?'}`;
  const voice =
    sound === 'unknown' || sound === null ? [] : [sound.codec, sound.language, sound.role];
  return [
    `${id} ${delivery} ${container}`,
    picture === null ? '-' : `${picture.codec} ${size}${rate}${range}`,
    sound === 'unknown' ? '?' : voice.filter(Boolean).join(' ') || '-',
    track.bytes === null ? '?' : `${track.bytesExact ? '' : '≈'}${track.bytes}`,
    ...(track.watermarked ? ['marked'] : []),
  ].join(' | ');
}

function itemLines(item: Item): string[] {
  const length = item.durationSeconds === null ? 'no length' : `${item.durationSeconds} s`;
  return [`${item.kind}, ${length}: ${item.title}`, ...item.tracks.map(trackLine)];
}

describe('recorded answers', () => {
  const answers = projected(recorded.map(({ info }) => info));
  const read = (name: string) => {
    const at = recorded.findIndex((one) => one.name === name);
    const platform = name.split('-')[0] as PlatformId;
    const context = { ...aContext, expectedExtractors: UPSTREAMS[platform].extractors };
    return readInfo(answers[at], { ...context, warnings: recorded[at]?.warnings ?? [] });
  };

  it('all have a row in the table', () => {
    expect(recorded.map(({ name }) => name).toSorted()).toEqual(Object.keys(RECORDED).toSorted());
  });

  it.each(recorded)('$name: $about', ({ name }) => {
    let found: string | readonly string[];
    try {
      found = read(name).inspection.items.flatMap(itemLines);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      found = error.code;
    }
    expect(found).toEqual(RECORDED[name]);
  });

  it('have one source with headers for each track, thumbnail and subtitle, and no others', () => {
    for (const { name } of recorded.filter(({ name }) => Array.isArray(RECORDED[name]))) {
      const { inspection, sources } = read(name);
      const ids = inspection.items.flatMap(({ tracks, subtitles, thumbnail }) =>
        [...tracks, ...subtitles, ...(thumbnail ? [thumbnail] : [])].map(({ id }) => id),
      );
      expect([...sources.byId.keys()].toSorted(), name).toEqual(ids.toSorted());
      const shown = JSON.stringify(inspection);
      for (const [id, source] of sources.byId) {
        expect(shown, name).not.toContain(source.address);
        // yt-dlp leaves the User-Agent of thumbnails to its caller.
        if (/^\d+\.(?!photo)/u.test(id))
          expect(source.headers['User-Agent'], name).toBeTypeOf('string');
      }
    }
  });

  it('include the headers and cookies that media of TikTok and Facebook require', () => {
    const tiktok = read('tiktok-marked').sources.byId.get('1.play');
    expect(tiktok?.headers['Referer']).toMatch(/^https:\/\/www\.tiktok\.com\/@/u);
    expect(tiktok?.cookies['tt_chain_token']).toMatch(/^[\w+/=]+$/u);
    const facebook = read('facebook-watch').sources.byId.get('1.hd');
    expect(facebook?.headers['User-Agent']).toBe('facebookexternalhit/1.1');
  });

  it('include DASH fragments with their durations, except for the first', () => {
    const { fragments } = read('youtube-dash').sources.byId.get('1.video-1') ?? {};
    expect(fragments?.length).toBeGreaterThan(2);
    expect(fragments?.[0]?.durationSeconds).toBeNull();
    for (const { address } of fragments ?? []) expect(address).toMatch(/^https:\/\//u);
    const seconds = fragments?.reduce((sum, one) => sum + (one.durationSeconds ?? 0), 0);
    expect(seconds).toBeCloseTo(10, 0);
  });

  it('include author, chapters, subtitles and the section of a clip', () => {
    const { media, items } = read('youtube-formats').inspection;
    expect(media.author).toBe('Platform Lab');
    expect(items[0]?.chapters).toEqual([
      { title: 'The gate', startSeconds: 0, endSeconds: 3 },
      { title: 'The pond', startSeconds: 3, endSeconds: 7 },
      { title: 'The hill', startSeconds: 7, endSeconds: 10 },
    ]);
    expect(items[0]?.subtitles.map(({ id, format }) => `${id} ${format}`)).toEqual([
      'sub.1.en vtt',
      'sub.1.fr vtt',
      'auto.1.en vtt',
    ]);
    expect(items[0]?.thumbnail).toEqual({ id: 'thumb.1', width: 1280, height: 720 });
    expect(read('twitter-video').inspection.items[0]?.subtitles).toMatchObject([
      { language: 'en', format: 'vtt', automatic: false },
    ]);
    expect(read('youtube-clip').inspection.link.hints).toEqual({
      startSeconds: 12,
      endSeconds: 19.5,
    });
  });

  it('assign each track the same id in whatever order yt-dlp lists the formats', () => {
    const several = recorded.filter(({ name }) => Array.isArray(RECORDED[name]));
    const turned = several.map(({ info }) => {
      const copy = structuredClone(info) as { formats?: unknown[] };
      copy.formats?.reverse();
      return copy;
    });
    projected(turned).forEach((answer, at) => {
      const { name } = several[at] ?? { name: '' };
      const expectedExtractors = UPSTREAMS[name.split('-')[0] as PlatformId].extractors;
      const idsOf = ({ inspection }: Inspected) =>
        inspection.items.flatMap(({ tracks }) => tracks.map(({ id }) => id)).toSorted();
      const again = readInfo(answer, { ...aContext, expectedExtractors });
      expect(idsOf(again), name).toEqual(idsOf(read(name)));
    });
  });
});
