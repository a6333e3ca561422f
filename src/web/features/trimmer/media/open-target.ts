// Where the new file is written: small ones to memory, large ones to the origin private file system.
import { StreamTarget, type Target } from 'mediabunny';
import { createBlobWriter } from './blob-writer.ts';
import { TrimError } from './failure.ts';
import { IN_FRONT_BYTES, MEMORY_BYTES, MEMORY_BYTES_WITHOUT_DISK } from './limits.ts';

/** What is collected before it is handed over. */
const CHUNK_BYTES = 4 * 2 ** 20;
const PREFIX = 'keepreel-trim-';

/** A target for the new file. `finish` returns the file once everything is written; `dispose` deletes it. */
export type OpenTarget = {
  readonly target: Target;
  /** Whether the index may be put in front, which buffers everything in memory until the end. */
  readonly fastStart: boolean;
  readonly finish: (type: string) => Promise<Blob>;
  readonly dispose: () => Promise<void>;
};

/** Opens a target for about this many bytes. */
export async function openTarget(bytes: number): Promise<OpenTarget> {
  if (bytes <= MEMORY_BYTES) return memoryTarget(bytes <= IN_FRONT_BYTES);
  const root = await openStorage();
  if (root === null) {
    if (bytes <= MEMORY_BYTES_WITHOUT_DISK) return memoryTarget(false);
    throw new TrimError('tooBig', { bytes: { size: bytes, limit: MEMORY_BYTES_WITHOUT_DISK } });
  }
  await removeLeftovers(root);
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (quota !== undefined && quota - usage < bytes) throw new TrimError('noRoom');
  return diskTarget(root);
}

function memoryTarget(fastStart: boolean): OpenTarget {
  const writer = createBlobWriter();
  return {
    target: new StreamTarget(new WritableStream({ write: writer.write }), {
      chunked: true,
      chunkSize: CHUNK_BYTES,
    }),
    fastStart,
    finish: async (type) => writer.finish(type),
    dispose: async () => undefined,
  };
}

async function diskTarget(root: FileSystemDirectoryHandle): Promise<OpenTarget> {
  const name = `${PREFIX}${crypto.randomUUID()}`;
  const release = await holdLock(name);
  const handle = await root.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  return {
    target: new StreamTarget(writable, { chunked: true }),
    fastStart: false,
    finish: async (type) => {
      const file = await handle.getFile();
      return file.slice(0, file.size, type);
    },
    dispose: async () => {
      // After a cancelled cut the stream is still open and would lock the file.
      await writable.abort().catch(() => undefined);
      await root.removeEntry(name);
      release();
    },
  };
}

async function openStorage(): Promise<FileSystemDirectoryHandle | null> {
  if (
    !('storage' in navigator) ||
    !('createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {}))
  )
    return null;
  try {
    return await navigator.storage.getDirectory();
  } catch (error) {
    console.warn('the trimmer has no browser storage', error);
    return null;
  }
}

/** Holds a lock while this tab uses the file, so that other tabs do not delete it as a leftover. */
async function holdLock(name: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: grant } = Promise.withResolvers<void>();
  void navigator.locks.request(name, () => {
    grant();
    return held;
  });
  await isHeld;
  return release;
}

/** Removes files left behind by closed tabs. */
async function removeLeftovers(root: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of root.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await root.removeEntry(name);
    });
  }
}
