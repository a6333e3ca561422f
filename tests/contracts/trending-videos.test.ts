// What the port `TrendingVideos` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import type { TrendingVideos } from '../../src/core/trending/ports.ts';
import type {
  StoredTrendingVideo,
  TrendingChange,
  TrendingVideo,
} from '../../src/core/trending/trending.ts';
import { databases, type TestDatabase } from './databases.ts';

const NOW = 1_760_000_000_000;

function video(id: string, over: Partial<TrendingVideo> = {}): TrendingVideo {
  return {
    id,
    title: `Video ${id}`,
    description: null,
    videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
    film: null,
    thumbnail: null,
    platform: null,
    featured: false,
    viewCount: 0,
    createdAt: NOW,
    isAvailable: true,
    position: null,
    ...over,
  };
}

/** The same as stored. */
const kept = (id: string, version = 1): StoredTrendingVideo => ({ ...video(id), version });

/** Every field that may change, each with another value than a new video has. */
const CHANGES: readonly TrendingChange[] = [
  { title: 'فيديو "x" \u{1f3ac}' },
  { description: 'Two lines\nof words' },
  { videoUrl: 'http://video.example/a?b=c#d' },
  { thumbnail: 'a-picture_1.webp' },
  { platform: 'threads' },
  { featured: true },
  { viewCount: 2 ** 40 },
  { isAvailable: false },
  { position: 0 },
];

/** What no list may hold. */
const UNSOUND: readonly TrendingChange[] = [
  { title: '' },
  { title: '  ' },
  { title: 'a'.repeat(201) },
  { title: 'nul \0' },
  { title: 'half of an emoji \ud83d' },
  { description: 'a'.repeat(2001) },
  { videoUrl: 'javascript:alert(1)' },
  { videoUrl: 'ftp://video.example/a' },
  { videoUrl: '/watch' },
  { videoUrl: 'https://me:secret@video.example/' },
  { videoUrl: 'https://video.example/a b' },
  { videoUrl: `https://video.example/${'a'.repeat(2048)}` },
  { thumbnail: '../keepreel.sqlite' },
  { thumbnail: 'https://elsewhere.example/a.jpg' },
  { thumbnail: 'film.mp4' },
  { videoUrl: null },
  { videoUrl: null, film: null },
  { videoUrl: null, film: 'a.jpg' },
  { videoUrl: null, film: '../a.mp4' },
  { videoUrl: 'https://video.example/a', film: 'a.mp4' },
  { viewCount: -1 },
  { viewCount: 1.5 },
  { position: -1 },
];

describe.each(databases)('trending videos on %s', (_kind, make) => {
  let database: TestDatabase;
  let videos: TrendingVideos;
  const idsOf = async (limit = 200) => (await videos.list(limit)).map(({ id }) => id);

  beforeAll(async () => {
    database = await make();
    videos = createTrendingVideos(database.db);
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('trending_videos').execute();
  });

  it('are none at first', async () => {
    expect(await videos.list(200)).toEqual([]);
    expect(await videos.get('a')).toBeNull();
    expect(await videos.update('a', { title: 'A' }, null)).toBe('missing');
    expect(await videos.update('a', {}, null)).toBe('missing');
    expect(await videos.remove('a', NOW, null)).toBe('missing');
    expect([await videos.countOf('all'), await videos.countOf('featured')]).toEqual([0, 0]);
  });

  it('are returned as they were added', async () => {
    const full: TrendingVideo = Object.assign(video('full'), ...CHANGES);
    await videos.add(video('bare'));
    await videos.add(full);
    expect(await videos.get('bare')).toEqual(kept('bare'));
    expect(await videos.get('full')).toEqual({ ...full, version: 1 });
  });

  it.each(CHANGES)('are changed by %j in these fields only, and back', async (change) => {
    await videos.add(video('a'));
    await videos.add(video('b'));
    expect(await videos.update('a', change, null)).toBe('done');
    expect(await videos.get('a')).toEqual({ ...kept('a', 2), ...change });
    const { id: _id, createdAt: _createdAt, ...before } = video('a');
    expect(await videos.update('a', before, 2)).toBe('done');
    expect(await videos.get('a')).toEqual(kept('a', 3));
    expect(await videos.get('b')).toEqual(kept('b'));
  });

  it.each(UNSOUND)('are never %j', async (part) => {
    await videos.add(video('a'));
    await expect(videos.add(video('b', part))).rejects.toThrow(TypeError);
    await expect(videos.update('a', part, null)).rejects.toThrow(TypeError);
    expect(await videos.list(200)).toEqual([kept('a')]);
  });

  it('have an address or a film, and each replaces the other', async () => {
    await videos.add(video('a', { videoUrl: null, film: 'a.webm' }));
    expect(await videos.get('a')).toEqual({ ...kept('a'), videoUrl: null, film: 'a.webm' });
    expect(await videos.update('a', { title: 'A' }, 1)).toBe('done');
    expect(await videos.update('a', { film: 'b.mp4' }, 2)).toBe('done');
    expect(await videos.get('a')).toMatchObject({ videoUrl: null, film: 'b.mp4', title: 'A' });
    expect(await videos.update('a', { videoUrl: 'https://video.example/' }, 3)).toBe('done');
    expect(await videos.get('a')).toMatchObject({
      videoUrl: 'https://video.example/',
      film: null,
      version: 4,
    });
    expect(await videos.update('a', { videoUrl: null, film: 'c.mp4' }, 4)).toBe('done');
    expect(await videos.list(200)).toMatchObject([{ videoUrl: null, film: 'c.mp4' }]);
  });

  it('are listed featured first, then by position, then newest first', async () => {
    await videos.add(video('old', { createdAt: NOW - 2 }));
    await videos.add(video('new', { createdAt: NOW }));
    await videos.add(video('featured-old', { featured: true, createdAt: NOW - 9 }));
    await videos.add(video('second', { position: 2, createdAt: NOW - 5 }));
    await videos.add(video('first', { position: 1, createdAt: NOW - 6 }));
    await videos.add(video('featured-new', { featured: true, createdAt: NOW - 8 }));
    expect(await idsOf()).toEqual([
      'featured-new',
      'featured-old',
      'first',
      'second',
      'new',
      'old',
    ]);
    expect(await idsOf(2)).toEqual(['featured-new', 'featured-old']);
  });

  it('are counted, all or the featured ones', async () => {
    await videos.add(video('a', { featured: true }));
    await videos.add(video('b'));
    await videos.add(video('c'));
    expect([await videos.countOf('all'), await videos.countOf('featured')]).toEqual([3, 1]);
  });

  it('are changed and removed only in the version that was read', async () => {
    await videos.add(video('a'));
    expect(await videos.update('a', { title: 'First' }, 1)).toBe('done');
    expect(await videos.update('a', { title: 'Second' }, 1)).toBe('changed');
    expect(await videos.remove('a', NOW, 1)).toBe('changed');
    expect(await videos.get('a')).toEqual({ ...kept('a', 2), title: 'First' });
    expect(await videos.remove('a', NOW, 2)).toBe('done');
  });

  it('accept one of many concurrent changes of the same version', async () => {
    await videos.add(video('a'));
    const came = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => videos.update('a', { title: `${turn}` }, 1)),
    );
    expect(came.filter((one) => one === 'done')).toHaveLength(1);
    expect((await videos.get('a'))?.version).toBe(2);
  });

  it('are removed exactly once when many remove them at once', async () => {
    await videos.add(video('a', { featured: true }));
    await videos.add(video('b'));
    expect(await videos.remove('a', NOW, null)).toBe('done');
    expect(await videos.remove('a', NOW, null)).toBe('missing');
    expect(await videos.update('a', { title: 'A' }, null)).toBe('missing');
    expect([await idsOf(), await videos.get('a')]).toEqual([['b'], null]);
    expect([await videos.countOf('all'), await videos.countOf('featured')]).toEqual([1, 0]);
  });

  it('that were removed can be restored for a while, unchanged', async () => {
    await videos.add(video('a'));
    await videos.remove('a', NOW, null);
    expect(await videos.restore('a', NOW + 1)).toBe(false);
    expect(await videos.restore('a', NOW)).toBe(true);
    expect(await videos.restore('a', NOW)).toBe(false);
    expect(await videos.get('a')).toEqual(kept('a', 2));
    expect(await videos.restore('b', NOW)).toBe(false);
  });

  it('that were removed are deleted in time, and no others', async () => {
    for (const [id, at] of [
      ['a', NOW],
      ['b', NOW + 1],
    ] as const) {
      await videos.add(video(id));
      await videos.remove(id, at, null);
    }
    await videos.add(video('c'));
    expect(await videos.forgetRemoved(NOW + 1)).toEqual([kept('a', 2)]);
    expect(await videos.forgetRemoved(NOW + 1)).toEqual([]);
    expect([await videos.restore('a', 0), await videos.restore('b', 0)]).toEqual([false, true]);
    expect(await idsOf()).toEqual(['b', 'c']);
  });

  it('keep the first of two with one id', async () => {
    await videos.add(video('a'));
    await expect(videos.add(video('a', { title: 'Another' }))).rejects.toThrow();
    expect(await videos.list(200)).toEqual([kept('a')]);
  });

  it('lose none of many changes made at once', async () => {
    await videos.add(video('a'));
    await Promise.all(CHANGES.map((change) => videos.update('a', change, null)));
    expect(await videos.get('a')).toEqual(Object.assign(kept('a', 1 + CHANGES.length), ...CHANGES));
  });
});
