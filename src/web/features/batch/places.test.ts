// The places of links in the list that they were picked of: kept through a reload, and sent with the songs of an album.
import { expect, it } from 'vitest';
import {
  createManualBatch,
  link,
  list,
  settle,
} from '../../../../tests/support/flow/manual-batch.ts';
import { listOf } from './batch-state.ts';

it.each([
  ['an album', true, 'mp3', { album: 'Tones', track: 7 }],
  ['an album, as videos', true, 'mp4', undefined],
  ['any list', false, 'mp3', undefined],
] as const)(
  'names the songs of %s by their places there, after a reload too',
  async (_what, isAlbum, format, tags) => {
    const before = createManualBatch();
    before.batch.chooseForAll({ format, quality: 'high' });
    const numbers = { [link(0)]: 7 };
    before.batch.add(list(2), [], { title: 'Album - Tones', isAlbum, numbers });
    await settle();
    const after = createManualBatch(before.memory());
    after.batch.restore();
    const [first, second] = after.batch.getState().rows;
    expect([first?.place, second?.place]).toEqual([
      { list: 'Album - Tones', number: 7, isAlbum },
      undefined,
    ]);
    expect([listOf(first ? [first] : []), listOf(after.batch.getState().rows)]).toEqual([
      'Album - Tones',
      null,
    ]);
    after.batch.start();
    await settle();
    expect(after.started.map((request) => request.tags)).toEqual([tags, undefined]);
  },
);

it.each([0, -1, 1.5, 1001, 'one', null])(
  'forgets a stored place that no list has, which the server refuses in an archive: %j',
  async (number) => {
    const before = createManualBatch();
    const numbers = { [link(0)]: 7 };
    before.batch.add(link(0), [], { title: 'Tones', isAlbum: false, numbers });
    await settle();
    const stored = before.memory()?.replace('"number":7', `"number":${JSON.stringify(number)}`);
    const after = createManualBatch(stored ?? null);
    after.batch.restore();
    expect(after.batch.getState().rows.map(({ place }) => place)).toEqual([undefined]);
  },
);

it('the last song of a list of a thousand has no number of a track, and is still downloaded', async () => {
  const { batch, started } = createManualBatch();
  batch.chooseForAll({ format: 'mp3', quality: 'high' });
  batch.add(list(2), [], {
    title: 'Tones',
    isAlbum: true,
    numbers: { [link(0)]: 999, [link(1)]: 1000 },
  });
  batch.start();
  await settle();
  expect(started.map(({ tags }) => tags?.track)).toEqual([999, undefined]);
});

it('is for MP3 at first where the list or all links are music, unless something else was chosen', async () => {
  const numbers = { [link(0)]: 1 };
  const album = { title: 'Album - Tones', isAlbum: true, format: 'mp3', numbers } as const;
  const formatOf = ({ batch }: ReturnType<typeof createManualBatch>) =>
    batch.getState().choice.format;
  const queue = createManualBatch();
  queue.batch.add(link(0), [], album);
  expect(formatOf(queue)).toBe('mp3');
  const chosen = createManualBatch();
  chosen.batch.chooseForAll({ format: 'mp4', quality: 'high' });
  chosen.batch.add(link(0), [], album);
  expect(formatOf(chosen)).toBe('mp4');
  const filled = createManualBatch();
  filled.batch.add(link(1));
  filled.batch.add(link(0), [], album);
  expect(formatOf(filled)).toBe('mp4');
  const song = 'https://music.youtube.com/watch?v=dQw4w9WgXcQ';
  const [songs, both] = [createManualBatch(), createManualBatch()];
  songs.batch.add(song);
  both.batch.add(`${song}\n${link(0)}`);
  expect([songs, both].map(formatOf)).toEqual(['mp3', 'mp4']);
  await settle();
});
