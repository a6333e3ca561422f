// Holds on files within one process.
import type { FileHolds } from '../../core/files/file-holds.ts';

/** Creates the port. */
export function createMemoryFileHolds(): FileHolds {
  const holds = new Map<string, number>();
  let begun = 0;
  return {
    hold(fileId) {
      begun += 1;
      holds.set(fileId, (holds.get(fileId) ?? 0) + 1);
      return () => {
        const left = (holds.get(fileId) ?? 1) - 1;
        if (left > 0) holds.set(fileId, left);
        else holds.delete(fileId);
      };
    },
    async removeUnlessHeld(fileId, isNeeded, remove) {
      for (let seen = -1; seen !== begun; ) {
        seen = begun;
        if (holds.has(fileId) || (await isNeeded())) return;
      }
      await remove();
    },
  };
}
