// The material of a job that edits: a finished file or an upload from the store.
import type { FileStore } from '../../files/ports.ts';
import type { StoredFile } from '../../files/stored-file.ts';
import { type Fetching, type Part, WHOLE_SOURCE } from '../ports.ts';
import type { Material } from './material.ts';

/** The material for editing `file` to a file of `durationSeconds`, tagged with `title`. */
export function fileMaterial(
  files: Pick<FileStore, 'open' | 'place'>,
  file: StoredFile,
  { durationSeconds, title }: { readonly durationSeconds: number | null; readonly title: string },
): Material {
  return {
    durationSeconds,
    chapters: [],
    factsOf: () => ({ bytes: file.bytes, isExact: true, delivery: null }),
    tags: ({ recipe }) => ({
      title: recipe.container === 'mp3' ? title : '',
      artist: null,
      cover: Promise.resolve(null),
      ofSource: true,
    }),
    subtitles: async () => ({ made: [], missing: [] }),
    open: ({ folder, report }) => {
      const path = `${folder}/source.${file.receipt.extension}`;
      const { bytes } = file;
      const done = files.place(file.id, path).then((): Part => {
        report(0, { bytes, totalBytes: bytes, connections: 0 });
        return { path, bytes, mayHaveGaps: false };
      });
      // The transcoder may fail before it awaits the file.
      done.catch(() => undefined);
      return { fetchings: [fetchingOf(files, file, done)], close: async () => undefined };
    },
  };
}

/** A stored file as if it were being fetched. */
function fetchingOf(
  files: Pick<FileStore, 'open'>,
  { id, bytes }: StoredFile,
  done: Promise<Part>,
): Fetching {
  const readAt = async (from: number, to: number) => {
    const end = Math.min(to, bytes);
    const piece = new Uint8Array(Math.max(0, end - from));
    if (piece.length === 0) return piece;
    let at = 0;
    for await (const part of await files.open(id, { start: from, end: end - 1 })) {
      piece.set(part, at);
      at += part.length;
    }
    return piece;
  };
  return {
    done,
    totalBytes: Promise.resolve(bytes),
    part: Promise.resolve(WHOLE_SOURCE),
    async *read() {
      yield* await files.open(id, null);
    },
    readAt,
    readSome: readAt,
    want: () => undefined,
  };
}
