// The choice that this browser remembers, and the row of another post that comes nearest to it. Pure, but for reading and storing it.
import { recall, store } from '../../../browser/storage.ts';
import type { Details } from '../../../download-client/flow-state.ts';
import { type Container, containersFor } from './details.ts';
import type { Row } from './rows.ts';

/** What is remembered: nothing of a post. `languages` are those of subtitles inside the file. */
export type Remembered = {
  readonly kind: Row['kind'];
  readonly shortSide: number | null;
  readonly videoCodec: string | null;
  readonly container: Container;
  readonly kilobitsPerSecond: Details['kilobitsPerSecond'] | null;
  /** Left out by older releases. */
  readonly loudness?: Details['loudness'];
  readonly language: string | null;
  readonly subtitles: readonly string[];
};

const KEY = 'advanced-choice';

/** Reads it; null where there is none, or it is of another release. */
export function readRemembered(): Remembered | null {
  const text = recall(KEY);
  if (text === null) return null;
  try {
    const read = JSON.parse(text) as Partial<Remembered> | null;
    const isWhole =
      (read?.kind === 'video' || read?.kind === 'audio') &&
      typeof read.container === 'string' &&
      Array.isArray(read.subtitles);
    return isWhole ? (read as Remembered) : null;
  } catch {
    return null;
  }
}

/** Stores it; null forgets it. */
export function writeRemembered(remembered: Remembered | null): void {
  store(KEY, remembered && JSON.stringify(remembered));
}

/** The row that comes nearest: the same codec and size, else the largest that is not larger, else the smallest. */
export function rowLike(rows: readonly Row[], remembered: Remembered): Row | null {
  const { kind, shortSide, videoCodec } = remembered;
  const own = rows.filter((row) => row.kind === kind);
  if (kind === 'audio' || shortSide === null) return own[0] ?? null;
  const bySize = own.toSorted((a, b) => (b.shortSide ?? 0) - (a.shortSide ?? 0));
  const within = bySize.filter((row) => (row.shortSide ?? 0) <= shortSide);
  const largest = within[0] ?? bySize.at(-1);
  const alike = within.filter((row) => row.shortSide === largest?.shortSide);
  return alike.find((row) => row.videoCodec === videoCodec) ?? alike[0] ?? largest ?? null;
}

/** The format for a row: the remembered one if the row can become it. */
export function containerLike(row: Row, { container }: Remembered): Container {
  const [first = 'mp4', ...others] = containersFor(row);
  return [first, ...others].includes(container) ? container : first;
}
