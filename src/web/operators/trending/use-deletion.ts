// Deletes videos, with undo for ten seconds.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { useToasts } from '../../ui/toasts.tsx';
import { useWords } from '../../words/words.tsx';
import { deleteVideo, LIST, restoreVideo } from './calls.ts';
import { failureText, isGone } from './form/failure-text.ts';

/** The deletions that can be undone, newest last. */
export type Deletion = {
  readonly undoable: readonly AdminTrendingItem[];
  readonly isDeleting: boolean;
  readonly isRestoring: boolean;
  readonly remove: (video: AdminTrendingItem, onEnd: () => void) => void;
  readonly restore: (video: AdminTrendingItem, onBack: () => void) => void;
  /** Drops a deletion whose undo time is over. */
  readonly forget: (id: string) => void;
};

/** Removes the row optimistically; a failure restores it and shows a toast. */
export function useDeletion(): Deletion {
  const { t } = useWords();
  const toasts = useToasts();
  const client = useQueryClient();
  const [undoable, setUndoable] = useState<readonly AdminTrendingItem[]>([]);
  const forget = (id: string) => setUndoable((all) => all.filter((one) => one.id !== id));
  const renew = () => client.invalidateQueries({ queryKey: [LIST] });
  const showFailure = (error: unknown, tried: string) =>
    toasts.show({ look: 'destructive', description: failureText(error, tried, t) });

  const deleting = useMutation({
    mutationFn: deleteVideo,
    onSuccess(_none, video) {
      client.setQueryData<readonly AdminTrendingItem[]>([LIST], (list) =>
        list?.filter(({ id }) => id !== video.id),
      );
      setUndoable((all) => [...all, video]);
    },
    onError(error) {
      showFailure(error, t('operators-trending.deleteFailed'));
      // After any failure the list may be stale.
      void renew();
    },
  });
  const restoring = useMutation({
    mutationFn: ({ id }: AdminTrendingItem) => restoreVideo(id),
    async onSuccess(_back, { id }) {
      await renew();
      forget(id);
      toasts.show({ description: t('operators-trending.restored') });
    },
    onError(error, { id }) {
      showFailure(isGone(error) ? null : error, t('operators-trending.restoreFailed'));
      if (isGone(error)) forget(id);
    },
  });

  return {
    undoable,
    isDeleting: deleting.isPending,
    isRestoring: restoring.isPending,
    remove: (video, onEnd) => deleting.mutate(video, { onSettled: onEnd }),
    restore: (video, onBack) => restoring.mutate(video, { onSuccess: onBack }),
    forget,
  };
}
