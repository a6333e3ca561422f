// Writes a file whose picture begins where its part does, of one that hides what is before.
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asStorageError } from '../../../core/files/disk-error.ts';
import type { Fetching, MadeFile, MakeTask } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { readRange } from '../hybrid-mp4/layout.ts';
import type { ReadSource } from '../hybrid-mp4/walk-boxes.ts';
import { heldFrom, withReader } from '../making/pass-through.ts';
import type { MediaTools } from '../media-tools.ts';
import { type ExactFile, replaceLead } from './replace-lead.ts';

/** The path of a file beside a finished one, which is removed then; null where that one stays. */
export async function writeExact(
  needs: MediaTools,
  task: MakeTask,
  made: string,
): Promise<string | null> {
  const { size: bytes } = await stat(made);
  return withReader(made, async (read) => {
    const { exact } = await replaceLead(needs, task, { read, bytes });
    if (!exact) return null;
    const output = await write(task, exact, (_, from, to) => read(from, to - from));
    await rm(made);
    return output;
  });
}

/**
 * The file of a source that is a part of an MP4 already, while it arrives; null where that is to stay as it is, and `hidesLead` is whether it
 * does not begin with what is shown.
 */
export async function arriveExact(
  needs: MediaTools,
  task: MakeTask,
  { totalBytes, readAt, readSome, done }: Fetching,
): Promise<{ readonly made: Pick<MadeFile, 'path' | 'etag'> | null; readonly hidesLead: boolean }> {
  const source = {
    bytes: await totalBytes,
    read: (at: number, length: number) => readAt(at, at + length),
  };
  const { exact, hidesLead } = await replaceLead(needs, task, source);
  if (!exact) return { made: null, hidesLead };
  const { bytes, etag, probe, layout } = exact;
  const noIndex = Promise.resolve(new Uint8Array());
  task.onArriving?.({
    bytes,
    etag,
    probe,
    heldFrom: heldFrom(layout.front.length, bytes, bytes),
    async read(from, to) {
      const urgent: ReadSource = (_, at, end) => readSome(at, end, { isUrgent: true });
      const pieces = readRange(layout, urgent, noIndex, from, to);
      return (await pieces.next()).value ?? new Uint8Array();
    },
  });
  const written = await write(task, exact, (_, from, to) => readSome(from, to));
  await done;
  return { made: { path: written, etag }, hidesLead };
}

async function write(
  { folder, recipe, maxBytes, signal }: MakeTask,
  { layout, bytes }: ExactFile,
  read: ReadSource,
): Promise<string> {
  if (bytes > maxBytes) throw new AppError('too_large', { params: { gigabytes: maxBytes / 1e9 } });
  const output = path.join(folder, `exact.${recipe.container}`);
  const pieces = readRange(layout, read, Promise.resolve(new Uint8Array()), 0, bytes);
  try {
    await writeFile(output, pieces, { flag: 'wx', signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AppError ? error : asStorageError(error);
  }
  return output;
}
