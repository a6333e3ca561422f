// Saves the shown picture as a file of its own.
import { useState } from 'react';
import { snapshotName } from '../file-name.ts';
import type { OpenMedia } from '../media/open-media.ts';
import { snapshotOf } from '../media/snapshot.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';

/** Takes a picture; `note` says what came of the last one. */
export type Snapshot = {
  readonly note: string | null;
  readonly take: (timeMs: number) => Promise<void>;
};

/** Pictures of one file. */
export function useSnapshot(media: OpenMedia): Snapshot {
  const { t } = useTrimmerWords();
  const [note, setNote] = useState<string | null>(null);
  return {
    note,
    async take(timeMs) {
      const picture = await snapshotOf(media, timeMs).catch((error: unknown) => {
        console.warn('the picture could not be drawn', error);
        return null;
      });
      if (!picture) return setNote(t('trimmer.snapshotFailed'));
      const name = snapshotName(media.source.name, Math.round(timeMs));
      save(picture, name);
      setNote(t('trimmer.snapshotSaved', { name }));
    },
  };
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
