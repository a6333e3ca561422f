// What a job that edits works from: a stored file, read as if it were being fetched.
import { expect, it } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { mp3Recipe, type PlanOption, type Recipe } from '../../choosing/plan.ts';
import type { ByteRange, StoredFile } from '../../files/stored-file.ts';
import type { FetchProgress } from '../ports.ts';
import { fileMaterial } from './file-material.ts';

const BYTES = Uint8Array.from({ length: 10 }, (_, at) => at);
const FILE = { id: 'f', bytes: 10, receipt: { extension: 'webm' } } as StoredFile;
const { signal } = new AbortController();

function setUp(place = async (_id: string, _path: string): Promise<void> => undefined) {
  const asked: unknown[] = [];
  const progress: [number, FetchProgress][] = [];
  const files = {
    open: async (id: string, range: ByteRange | null) => {
      asked.push([id, range]);
      const part = BYTES.subarray(range?.start ?? 0, (range?.end ?? 9) + 1);
      // In two pieces, as a disk may hand them out.
      return (async function* () {
        yield part.subarray(0, 1);
        yield part.subarray(1);
      })();
    },
    place: (id: string, path: string) => {
      asked.push([id, path]);
      return place(id, path);
    },
  };
  const material = fileMaterial(files as never, FILE, { durationSeconds: 7, title: 'My title' });
  const open = () => {
    const { fetchings, close } = material.open({
      option: {} as PlanOption,
      folder: '/work',
      signal,
      report: (index, now) => progress.push([index, now]),
    });
    const [fetching] = fetchings;
    if (!fetching || fetchings.length > 1) throw new TypeError('there is one');
    return { fetching, close };
  };
  return { material, open, asked, progress };
}

it('a stored file is placed into the folder of the job and is there at once', async () => {
  const { material, open, asked, progress } = setUp();
  const { fetching, close } = open();
  const path = '/work/source.webm';
  expect(await fetching.done).toEqual({ path, bytes: 10, mayHaveGaps: false });
  expect(asked).toEqual([['f', path]]);
  expect(progress).toEqual([[0, { bytes: 10, totalBytes: 10, connections: 0 }]]);
  expect(material.factsOf({ kind: 'file', fileId: 'f', role: 'both' }).bytes).toBe(10);
  expect(material.durationSeconds).toBe(7);
  expect(await material.subtitles({} as PlanOption, signal)).toEqual({ made: [], missing: [] });
  await close();
});

it('a stored file is read in order from its start', async () => {
  const { open, asked } = setUp();
  const read: number[] = [];
  for await (const piece of open().fetching.read()) read.push(...piece);
  expect(read).toEqual([...BYTES]);
  expect(asked).toContainEqual(['f', null]);
});

it.each([
  [2, 6, [2, 3, 4, 5]],
  [0, 1, [0]],
  [8, 99, [8, 9]],
  [0, 10, [...BYTES]],
  [10, 20, []],
  [12, 20, []],
  [3, 3, []],
])('a stored file has from %i up to %i what is there', async (from, to, expected) => {
  expect([...(await setUp().open().fetching.readAt(from, to))]).toEqual(expected);
});

it('an MP3 that is made of a stored file has its title, other formats have only the tags of the file', async () => {
  const { material } = setUp();
  const tagsOf = (recipe: Recipe) => material.tags({ recipe } as PlanOption, signal);
  const tags = tagsOf(mp3Recipe(128));
  expect(tags).toMatchObject({ title: 'My title', artist: null });
  expect(await tags?.cover).toBeNull();
  expect(tagsOf({ kind: 'copy', container: 'mp4' })).toMatchObject({ title: '', ofSource: true });
});

it('a stored file that cannot be placed may fail before anyone waits for it', async () => {
  const gone = new AppError('expired');
  const { open, progress } = setUp(async () => Promise.reject(gone));
  const { fetching } = open();
  await new Promise(setImmediate); // an unhandled rejection would end the process here
  await expect(fetching.done).rejects.toBe(gone);
  expect(progress).toEqual([]);
});
