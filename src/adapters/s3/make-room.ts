// Removes finished files when files and workspaces together need more bytes than the operator allows.
import { serverFull } from '../../core/files/disk-error.ts';
import { evictable } from '../../core/files/evictable.ts';
import type { FileRows } from '../../core/files/file-rows.ts';
import type { Readers } from './readers.ts';

const ROWS_AT_ONCE = 100;

/**
 * Removes the least recently used files until all files and `heldBytes` of workspaces fit into `maxBytes`: those that are not read
 * here, then those that `evictable` allows. Removes none and throws AppError `server_full` if removing all were not enough.
 */
export async function makeRoom(needs: {
  readonly rows: FileRows;
  readonly readers: Readers;
  readonly maxBytes: number;
  readonly heldBytes: number;
  readonly remove: (id: string) => Promise<void>;
}): Promise<void> {
  const { rows, readers, maxBytes, remove } = needs;
  const [total, listed] = await Promise.all([rows.totalBytes(), rows.listed(readers.ids())]);
  // Another server may have removed them, or they expired.
  for (const id of readers.ids()) if (listed.get(id)?.isRemoved !== false) readers.markGone(id);
  let lack = needs.heldBytes + total + readers.goneBytes() - maxBytes;
  if (lack <= 0) return;
  const read = readers.present();
  const mayCut = evictable(read, maxBytes);
  const staying = read.reduce(
    (sum, each) => sum + (mayCut.includes(each) ? 0 : each.file.bytes),
    0,
  );
  if (lack > total - staying) throw serverFull();
  while (lack > 0) {
    const oldest = await rows.leastRecentlyUsed(ROWS_AT_ONCE + read.length);
    const idle = oldest.filter(({ id }) => !readers.isRead(id));
    if (idle.length === 0) break;
    for (const file of idle) {
      if (lack <= 0) return;
      await remove(file.id);
      lack -= file.bytes;
    }
  }
  for (const { file, readers: cutOff } of mayCut) {
    if (lack <= 0) return;
    await remove(file.id);
    for (const { cut } of [...cutOff]) cut();
    lack -= file.bytes;
  }
}
