import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { createCurating } from './curating.ts';
import type { TrendingVideos } from './ports.ts';
import type { StoredTrendingVideo } from './trending.ts';

const KEPT: StoredTrendingVideo = {
  id: 'a',
  title: 'A',
  description: null,
  videoUrl: 'https://video.example/a',
  film: null,
  thumbnail: 'old.jpg',
  platform: null,
  featured: false,
  viewCount: 0,
  createdAt: 1,
  isAvailable: true,
  position: null,
  version: 3,
};
const full = () => Promise.reject(new AppError('server_full'));
const signal = new AbortController().signal;

/** The service with one stored video; the names of thumbnails on the disk. */
function curate(over: Partial<TrendingVideos>) {
  const pictures = new Set(['old.jpg']);
  const service = createCurating({
    blockList: { hasAddress: (address) => address.endsWith('/blocked') },
    videos: {
      list: async () => [KEPT],
      get: async () => KEPT,
      countOf: async () => 1,
      add: async () => undefined,
      update: async () => 'done',
      remove: async () => 'done',
      restore: async () => true,
      forgetRemoved: async () => [],
      ...over,
    },
    files: {
      add: async (name) => void pictures.add(name),
      remove: async (name) => void pictures.delete(name),
    },
    thumbnails: { render: async () => new Uint8Array(1) },
    audit: { add: async () => undefined },
    clock: createManualClock(),
    newId: () => 'new',
  });
  return { service, pictures };
}
const video = {
  title: 'A',
  description: null,
  videoUrl: 'https://video.example/a',
  platform: null,
  thumbnailUrl: 'https://video.example/a.jpg',
  featured: false,
} as const;

it('leaves no thumbnail of a video that could not be added', async () => {
  const { service, pictures } = curate({ add: full });
  await expect(service.add('ann', video, signal)).rejects.toMatchObject({ code: 'server_full' });
  expect([...pictures]).toEqual(['old.jpg']);
});

it.each([
  ['could not be written', full, 'server_full'],
  ['met another version', async () => 'changed' as const, 'changed_meanwhile'],
  ['met a removal', async () => 'missing' as const, 'not_found_page'],
])(
  'keeps the old thumbnail, and no new one, after an edit that %s',
  async (_what, update, code) => {
    const { service, pictures } = curate({ update });
    const edit = { thumbnailUrl: 'https://video.example/b.jpg' };
    await expect(service.edit('ann', 'a', edit, 3, signal)).rejects.toMatchObject({ code });
    expect([...pictures]).toEqual(['old.jpg']);
  },
);

it('fetches nothing for an outdated version', async () => {
  const { service, pictures } = curate({ update: full });
  const edit = { thumbnailUrl: 'https://video.example/b.jpg' };
  await expect(service.edit('ann', 'a', edit, 2, signal)).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  expect([...pictures]).toEqual(['old.jpg']);
});

it('removes the old thumbnail once there is a new one, or none', async () => {
  const { service, pictures } = curate({});
  await service.edit('ann', 'a', { thumbnailUrl: 'https://video.example/b.jpg' }, 3, signal);
  expect([...pictures]).toEqual(['new.jpg']);
  const other = curate({});
  await other.service.edit('ann', 'a', { thumbnailUrl: null }, 3, signal);
  expect([...other.pictures]).toEqual([]);
});

it('does not add a blocked video', async () => {
  const { service, pictures } = curate({ add: full });
  const blocked = { ...video, videoUrl: 'https://video.example/blocked' };
  await expect(service.add('ann', blocked, signal)).rejects.toMatchObject({ code: 'taken_down' });
  expect([...pictures]).toEqual(['old.jpg']);
});
