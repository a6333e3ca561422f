import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { createFilming, type FilmFields, type FilmForm, type FilmingNeeds } from './filming.ts';
import type { StoredTrendingVideo } from './trending.ts';

const KEPT: StoredTrendingVideo = {
  id: 'a',
  title: 'A',
  description: null,
  videoUrl: null,
  film: 'old.mp4',
  featured: false,
  thumbnail: 'old.jpg',
  platform: null,
  viewCount: 0,
  createdAt: 1,
  isAvailable: true,
  position: null,
  version: 3,
};
const OLD = ['old.jpg', 'old.mp4'];
const signal = new AbortController().signal;
const full = () => Promise.reject(new AppError('server_full'));
const WORDS: FilmFields = {
  title: 'A',
  description: null,
  featured: false,
  platform: null,
  thumbnailSeconds: null,
};

/** The service with one uploaded video; the names of files on the disk, including drafts. */
function stage(over: Partial<FilmingNeeds['videos']> & { frame?: () => Promise<Uint8Array> } = {}) {
  const { frame = async () => new Uint8Array(1), ...videos } = over;
  const names = new Set(OLD);
  let drafts = 0;
  let ids = 0;
  const service = createFilming({
    videos: {
      list: async () => [KEPT],
      get: async () => KEPT,
      countOf: async () => 1,
      add: async () => undefined,
      update: async () => 'done',
      remove: async () => 'done',
      restore: async () => true,
      forgetRemoved: async () => [],
      ...videos,
    },
    pictures: {
      add: async (name) => void names.add(name),
      remove: async (name) => void names.delete(name),
    },
    films: { make: async () => ({ path: '/made', ending: 'mp4' }), frame },
    files: {
      async draft() {
        drafts += 1;
        return {
          folder: '/draft',
          receive: async () => ({ path: '/draft/upload', bytes: 1 }),
          remove: async () => {
            drafts -= 1;
          },
        };
      },
      keep: async (_path, name) => void names.add(name),
      withLocalCopy: (_name, use) => use('/kept'),
      forgetDrafts: async () => undefined,
    },
    audit: { add: async () => undefined },
    clock: createManualClock(),
    newId: () => {
      ids += 1;
      return `new${ids}`;
    },
  });
  return { service, left: () => ({ names: [...names].sort(), drafts }) };
}
const formOf = <Fields>(fields: Fields): FilmForm<Fields> => ({
  network: '192.0.2.1/32',
  bytes: 1,
  read: async (receive) => ({ fields, film: await receive((async function* () {})()) }),
});
const edit = { thumbnailSeconds: null };

it.each([
  ['cannot be written down', { add: full }, 'server_full'],
  ['shows no picture', { frame: () => Promise.reject(new AppError('not_a_video')) }, 'not_a_video'],
])('leaves nothing of an upload that %s', async (_what, over, code) => {
  const { service, left } = stage(over);
  await expect(service.add('ann', formOf(WORDS), signal)).rejects.toMatchObject({ code });
  expect(left()).toEqual({ names: OLD, drafts: 0 });
});

it('leaves nothing of an upload whose client disconnected while it was processed', async () => {
  const gone = new AbortController();
  const { service, left } = stage({
    async frame() {
      gone.abort(new AppError('cancelled'));
      return new Uint8Array(1);
    },
  });
  const adding = service.add('ann', formOf(WORDS), gone.signal);
  await expect(adding).rejects.toMatchObject({ code: 'cancelled' });
  expect(left()).toEqual({ names: OLD, drafts: 0 });
});

it.each([
  ['could not be written', full, 'server_full'],
  ['met another version', async () => 'changed' as const, 'changed_meanwhile'],
  ['met a removal', async () => 'missing' as const, 'not_found_page'],
])('keeps the old file, and no new one, after an edit that %s', async (_what, update, code) => {
  const { service, left } = stage({ update });
  const editing = service.edit('ann', 'a', formOf(edit), 3, signal);
  await expect(editing).rejects.toMatchObject({ code });
  const framing = service.showFrame('ann', 'a', 1, 3, signal);
  await expect(framing).rejects.toMatchObject({ code });
  expect(left()).toEqual({ names: OLD, drafts: 0 });
});

it('removes the old file and its thumbnail once the new ones are stored', async () => {
  let before: readonly string[] = [];
  const { service, left } = stage({
    async update() {
      before = left().names;
      return 'done';
    },
  });
  await service.edit('ann', 'a', formOf(edit), 3, signal);
  expect(before).toEqual([...OLD, 'new1.mp4', 'new2.jpg'].sort());
  expect(left()).toEqual({ names: ['new1.mp4', 'new2.jpg'], drafts: 0 });
});

it('reads nothing for an outdated version', async () => {
  const { service } = stage();
  const form = {
    bytes: 1,
    network: 'home',
    read: () => Promise.reject(new TypeError('it was read')),
  };
  const editing = service.edit('ann', 'a', form, 2, signal);
  await expect(editing).rejects.toMatchObject({ code: 'changed_meanwhile' });
});

it('changes no thumbnail of a video that was not uploaded', async () => {
  const { service } = stage({
    get: async () => ({ ...KEPT, film: null, videoUrl: 'https://video.example/' }),
  });
  const framing = service.showFrame('ann', 'a', 1, null, signal);
  await expect(framing).rejects.toMatchObject({ code: 'invalid_request' });
});
