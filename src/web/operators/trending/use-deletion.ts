// Deletes videos, and puts them back for ten seconds.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/admin-api.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { useWords } from '../../words/words.tsx';
import { deleteVideo, LIST, restoreVideo } from './calls.ts';
import { failureText, isGone } from './form/failure-text.ts';

/** What was deleted and can still be put back, the newest last. */
export type Deletion = {
  readonly undoable: readonly AdminTrendingItem[];
  readonly isDeleting: boolean;
  readonly isRestoring: boolean;
  readonly remove: (video: AdminTrendingItem, onEnd: () => void) => void;
  readonly restore: (video: AdminTrendingItem, onBack: () => void) => void;
  /** The time for it is over. */
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
  const tell = (error: unknown, tried: string) =>
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
      tell(error, t('curating.deleteFailed'));
      // Whatever it was, the list is not what it was thought to be.
      void renew();
    },
  });
  const restoring = useMutation({
    mutationFn: ({ id }: AdminTrendingItem) => restoreVideo(id),
    async onSuccess(_back, { id }) {
      await renew();
      forget(id);
      toasts.show({ description: t('curating.restored') });
    },
    onError(error, { id }) {
      tell(isGone(error) ? null : error, t('curating.restoreFailed'));
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
