// The file of one part on disk: written at any position, read while it grows.
import { asStorageError } from '../../../core/files/disk-error.ts';
import type { Fetching, MovedBytes } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { type ByteMap, createByteMap } from './byte-map.ts';
import { createPartStorage, type PartStorage } from './part-storage.ts';

/** The file. Every failure is an AppError: `server_full`, `storage_failed`. */
export type PartFile = {
  /** The bytes that are on disk. */
  readonly map: Pick<ByteMap, 'covered' | 'includes' | 'prefix' | 'intervals'>;
  readonly write: (position: number, pieces: readonly Uint8Array[]) => Promise<void>;
  /** Reads bytes that were written; fewer than `bytes` at the end. Only until the file is closed. */
  readonly peek: (position: number, bytes: number) => Promise<Uint8Array>;
  /** Reads in order, each piece as it arrives; each caller has a position of its own. A lent piece is valid until the next one is requested. */
  readonly read: (how?: 'lent') => AsyncIterable<Uint8Array>;
  /** Reads the bytes from `from` up to `to`, which is excluded, once all of them are there; fewer where the file ends. */
  readonly readAt: (from: number, to: number) => Promise<Uint8Array>;
  /** Like `readAt`, but as many of them as follow each other, once the first one is there; in `into` if it is given. */
  readonly readSome: (from: number, to: number, into?: Uint8Array) => Promise<Uint8Array>;
  /** See {@link Fetching.moveTo}. */
  readonly moveTo: (moved: MovedBytes | null) => Promise<void>;
  /** Discards what is there. Bytes that were read already must arrive again unchanged: writing others throws `bad_media`. */
  readonly startOver: () => void;
  /** Truncates the file to its length and closes it; readers reach their end. */
  readonly finish: (total: number) => Promise<void>;
  /** Closes the file; readers throw `reason`. */
  readonly fail: (reason: unknown) => Promise<void>;
};

const READ_BYTES = 256 * 1024;

type Ending = { readonly total: number } | { readonly reason: unknown };

type State = {
  readonly storage: PartStorage;
  readonly map: ByteMap;
  /** Readers in order, which wait for the prefix to grow. */
  readonly waiting: Set<() => void>;
  /** Readers of a range, which wait for all of it. */
  readonly waitingAt: Set<{ readonly isThere: () => boolean; readonly resume: () => void }>;
  /** Everything that readers have received. */
  readonly delivered: ByteMap;
  /** What readers received before the file was started over; null until then. */
  unchangeable: ByteMap | null;
  ending: Ending | null;
  /** Settles once every write so far has ended. */
  writing: Promise<unknown>;
  /** What writes wait for. */
  blocked: Promise<void> | null;
  /** How often the file was started over. */
  round: number;
};

/** Creates the file, or truncates it to nothing. */
export async function createPartFile(path: string): Promise<PartFile> {
  const storage = await createPartStorage(path).catch((error: unknown) => {
    throw asStorageError(error);
  });
  const map = createByteMap();
  const state: State = {
    storage,
    map,
    waiting: new Set(),
    waitingAt: new Set(),
    delivered: createByteMap(),
    unchangeable: null,
    ending: null,
    writing: Promise.resolve(),
    blocked: null,
    round: 0,
  };
  return {
    map,
    write: (position, pieces) => write(state, position, pieces),
    peek: (position, bytes) => peek(state, position, bytes),
    read: (how) => readInOrder(state, how),
    readAt: (from, to) => readAt(state, from, to, to),
    readSome: (from, to, into) => readAt(state, from, to, Math.min(to, from + 1), into),
    moveTo: (moved) => moveTo(state, moved),
    startOver: () => startOver(state),
    finish: (total) =>
      close(state, { total }).catch((error: unknown) => Promise.reject(asStorageError(error))),
    fail: (reason) => close(state, { reason }).catch(() => undefined), // `reason` matters more
  };
}

function write(state: State, position: number, pieces: readonly Uint8Array[]): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const written = put(state, position, pieces).then(
    () => {
      const before = state.map.prefix();
      state.map.add(position, position + length);
      if (state.map.prefix() > before) wakeInOrder(state);
      wakeCovered(state);
    },
    (error: unknown) => {
      throw asStorageError(error);
    },
  );
  state.writing = Promise.allSettled([state.writing, written]);
  return written;
}

async function put(state: State, position: number, pieces: readonly Uint8Array[]): Promise<void> {
  while (state.blocked) await state.blocked;
  if (state.unchangeable) await assertUnchanged(state, state.unchangeable, position, pieces);
  await state.storage.write(position, pieces);
}

/** Throws AppError `bad_media` if these pieces differ from what readers received at the same position. */
async function assertUnchanged(
  state: State,
  unchangeable: ByteMap,
  position: number,
  pieces: readonly Uint8Array[],
): Promise<void> {
  const end = position + pieces.reduce((sum, piece) => sum + piece.length, 0);
  for (const interval of unchangeable.intervals()) {
    const [from, to] = [Math.max(position, interval.start), Math.min(end, interval.end)];
    if (from >= to) continue;
    const old = await peek(state, from, to - from);
    const start = from - position;
    if (
      !Buffer.concat(pieces)
        .subarray(start, start + old.length)
        .equals(old)
    )
      throw new AppError('bad_media', { detail: 'the file changed after some of it was used' });
  }
}

async function peek({ storage }: State, position: number, bytes: number): Promise<Buffer> {
  const reader = storage.reader();
  const block = Buffer.allocUnsafe(bytes);
  try {
    return block.subarray(0, await reader.read(position, block));
  } finally {
    await reader.close();
  }
}

async function* readInOrder(state: State, how?: 'lent'): AsyncGenerator<Uint8Array> {
  const { map } = state;
  const reader = state.storage.reader();
  let position = 0;
  let block: Buffer | null = null;
  try {
    for (;;) {
      while (position >= map.prefix() && !state.ending) {
        await new Promise<void>((resolve) => state.waiting.add(resolve));
      }
      if (state.ending && 'reason' in state.ending) throw state.ending.reason;
      const { round } = state;
      const length = Math.min(READ_BYTES, map.prefix() - position);
      if (length <= 0) return;
      if (how !== 'lent') block = Buffer.allocUnsafeSlow(length);
      block ??= Buffer.allocUnsafeSlow(READ_BYTES);
      const count = await reader.read(position, block.subarray(0, length));
      if (state.round !== round) continue; // these bytes may be of the file before
      if (count === 0) throw asStorageError(new Error('the file is shorter than its map'));
      state.delivered.add(position, position + count);
      position += count;
      yield block.subarray(0, count);
    }
  } catch (error) {
    throw failureOf(state, error);
  } finally {
    await reader.close();
  }
}

/** Waits for the bytes up to `least`. */
async function readAt(
  state: State,
  from: number,
  to: number,
  least: number,
  into?: Uint8Array,
): Promise<Uint8Array> {
  if (!(from >= 0 && to >= from)) throw new TypeError('A range runs forward from 0');
  const reader = state.storage.reader();
  try {
    for (;;) {
      await untilCovered(state, from, least);
      if (state.ending && 'reason' in state.ending) throw state.ending.reason;
      const { round } = state;
      const end = Math.min(to, state.ending?.total ?? Math.max(least, state.map.endOf(from)));
      if (end <= from) return Buffer.alloc(0);
      const bytes = into?.subarray(0, end - from) ?? Buffer.allocUnsafeSlow(end - from);
      const count = await reader.read(from, bytes);
      if (state.round !== round) continue; // these bytes may be of the file before
      if (count < bytes.length) throw asStorageError(new Error('the file is shorter than its map'));
      state.delivered.add(from, end);
      return bytes;
    }
  } catch (error) {
    throw failureOf(state, error);
  } finally {
    await reader.close();
  }
}

/** Resolves once the range is there, or the file is closed. */
async function untilCovered(state: State, from: number, to: number): Promise<void> {
  const isThere = () => state.map.includes(from, to);
  if (isThere() || state.ending) return;
  await new Promise<void>((resume) => state.waitingAt.add({ isThere, resume }));
}

function failureOf({ ending }: State, error: unknown): unknown {
  return ending && 'reason' in ending ? ending.reason : asStorageError(error);
}

function wakeInOrder({ waiting }: State): void {
  for (const resume of waiting) resume();
  waiting.clear();
}

function wakeCovered({ ending, waitingAt }: State): void {
  for (const reader of waitingAt) {
    if (!ending && !reader.isThere()) continue;
    waitingAt.delete(reader);
    reader.resume();
  }
}

function moveTo(state: State, moved: MovedBytes | null): Promise<void> {
  return withoutWrites(state, async () => {
    if (state.ending && 'reason' in state.ending) return;
    await state.storage.moveTo(moved, state.map.intervals()).catch((error: unknown) => {
      throw asStorageError(error);
    });
  });
}

/** Waits for the writes so far; those that come meanwhile wait for `work`. */
async function withoutWrites(state: State, work: () => Promise<void>): Promise<void> {
  while (state.blocked) await state.blocked;
  const { promise, resolve } = Promise.withResolvers<void>();
  state.blocked = promise;
  try {
    await state.writing;
    await work();
  } finally {
    state.blocked = null;
    resolve();
  }
}

function startOver(state: State): void {
  const unchangeable = state.unchangeable ?? createByteMap();
  for (const { start, end } of state.delivered.intervals()) unchangeable.add(start, end);
  state.unchangeable = unchangeable;
  state.round += 1;
  state.map.clear();
}

function close(state: State, ending: Ending): Promise<void> {
  return withoutWrites(state, async () => {
    if (state.ending) return;
    state.ending = ending;
    try {
      await state.storage.close('total' in ending ? ending.total : null);
    } finally {
      wakeInOrder(state);
      wakeCovered(state);
    }
  });
}
