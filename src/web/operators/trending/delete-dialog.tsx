// Asks before a video is deleted.
import { useEffect, useRef } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/words.tsx';

/** `onDelete` is called once. */
export type DeleteDialogProps = {
  readonly video: AdminTrendingItem;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
};

/** The dialog, with the title of the video. */
export function DeleteDialog({ video, isBusy, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog focuses its first button after this.
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Dialog
      open
      onClose={isBusy ? () => undefined : onClose}
      title={t('operators-trending.deleteTitle')}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {t('operators-trending.cancel')}
          </Button>
          <Button variant="danger" busy={isBusy} ref={button} onClick={onDelete}>
            {t('operators-trending.delete')}
          </Button>
        </>
      }
    >
      <p>{t('operators-trending.deleteConfirm')}</p>
      <p className="mt-2 font-semibold">
        <bdi>{video.title}</bdi>
      </p>
    </Dialog>
  );
}
