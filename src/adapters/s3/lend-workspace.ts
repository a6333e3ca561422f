// The workspaces of a store in an object store: on this server's disk, and beside them no more files than the operator allows.
import { join } from 'node:path';
import type { Clock } from '../../core/async/clock.ts';
import { whileBusy } from '../../core/async/while-busy.ts';
import { asStorageError } from '../../core/files/disk-error.ts';
import type { FileRows } from '../../core/files/file-rows.ts';
import type { Workspace } from '../../core/files/ports.ts';
import type { Scratch } from '../../core/files/scratch.ts';
import { withRoom } from '../../core/files/with-room.ts';
import { makeRoom } from './make-room.ts';
import type { Readers } from './readers.ts';

/** What lending needs. `inTurn` runs one reservation at a time. */
export type LendingNeeds = {
  readonly rows: FileRows;
  readonly readers: Readers;
  readonly maxBytes: number;
  readonly scratch: Scratch;
  readonly clock: Clock;
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  readonly remove: (id: string) => Promise<void>;
};

/** A workspace with room for `bytes`, and for more as they are written. Throws AppError `server_full`, `storage_failed`. */
export async function lendWorkspace(needs: LendingNeeds, bytes: number): Promise<Workspace> {
  if (!(bytes >= 0 && Number.isFinite(bytes)))
    throw new TypeError('bytes must be a finite number >= 0');
  const { scratch, inTurn } = needs;
  const workspace = await inTurn(async () => {
    const lent = await scratch.lend(bytes);
    try {
      await makeRoomBeside(needs);
      return lent;
    } catch (error) {
      await lent.remove();
      throw error;
    }
  });
  const extend = (more: number) =>
    inTurn(async () => {
      await scratch.extend(join(workspace.folder, 'more'), more);
      await makeRoomBeside(needs);
    });
  return {
    ...workspace,
    makeRoom: () => extend(0),
    write: (name, pieces, maxBytes) =>
      workspace.write(name, withRoom(pieces, bytes, extend), maxBytes),
  };
}

/** Removes files until those that stay fit beside all workspaces. Throws AppError `server_full` or `storage_failed`. */
async function makeRoomBeside(needs: LendingNeeds): Promise<void> {
  const { rows, readers, maxBytes, remove } = needs;
  const heldBytes = await needs.scratch.heldBytes();
  const room = { rows, readers, maxBytes, heldBytes, remove };
  await whileBusy(needs.clock, () => makeRoom(room)).catch((error: unknown) => {
    throw asStorageError(error);
  });
}
