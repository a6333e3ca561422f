// Renders the open dialog of the dashboard.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/words.tsx';
import { Question } from '../shell/question.tsx';
import { LIST, orderFeatured } from './calls.ts';
import { AddDialog } from './form/add-dialog.tsx';
import { EditDialog } from './form/edit-dialog.tsx';
import { failureText } from './form/failure-text.ts';
import { FormNotes } from './form/form-notes.tsx';
import type { Modal } from './modal.ts';
import { moveItem } from './move-item.ts';
import type { Deletion } from './use-deletion.ts';

/** `onDone` closes the dialog, announces the text and reloads the list. */
export type ModalsProps = {
  readonly modal: Modal;
  readonly videos: readonly AdminTrendingItem[];
  readonly featured: readonly AdminTrendingItem[];
  readonly deletion: Deletion;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
};

/** The dialog; nothing if its video no longer exists. */
export function Modals({ modal, videos, featured, deletion, onClose, onDone }: ModalsProps) {
  const { t } = useWords();
  if (modal.kind === 'none') return null;
  if (modal.kind === 'add')
    return (
      <AddDialog
        link={modal.link}
        onClose={onClose}
        onAdded={() => onDone(t('operators-trending.added'))}
      />
    );
  if (modal.kind === 'order')
    return (
      <OrderDialog
        videos={featured}
        onClose={onClose}
        onSaved={() => onDone(t('operators-trending.orderSaved'))}
      />
    );
  const video = videos.find(({ id }) => id === modal.id);
  if (!video) return null;
  if (modal.kind === 'edit')
    return (
      <EditDialog
        video={video}
        onClose={onClose}
        onSaved={() => onDone(t('operators-trending.updated'))}
      />
    );
  return (
    <DeleteDialog
      video={video}
      isBusy={deletion.isDeleting}
      onClose={onClose}
      onDelete={() => deletion.remove(video, onClose)}
    />
  );
}

/** `videos` are all featured videos in order. */
export type OrderDialogProps = {
  readonly videos: readonly AdminTrendingItem[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** The dialog. Changes are applied on save. */
function OrderDialog({ videos, onClose, onSaved }: OrderDialogProps) {
  const { t } = useWords();
  const client = useQueryClient();
  const textId = useId();
  const [order, setOrder] = useState(videos);
  const [announcement, setAnnouncement] = useState('');
  const [failure, setFailure] = useState<string>();
  const save = useMutation({
    mutationFn: orderFeatured,
    onSuccess: onSaved,
    onError(error) {
      setFailure(failureText(error, t('operators-trending.orderFailed'), t));
      void client.invalidateQueries({ queryKey: [LIST] });
    },
  });
  const move = (from: number, to: number) => setOrder((list) => moveItem(list, from, to));
  const drag = useDrag(move);
  const step = (from: number, to: number) => {
    move(from, to);
    const title = order[from]?.title ?? '';
    setAnnouncement(t('operators-trending.movedTo', { title, place: to + 1, count: order.length }));
  };
  return (
    <Question
      title={t('operators-trending.order')}
      answer={t('operators-trending.orderSave')}
      isBusy={save.isPending}
      onAnswer={() => save.mutate(order)}
      onClose={onClose}
    >
      <p id={textId} className="text-sm text-soft">
        {t('operators-trending.orderText')}
      </p>
      <FormNotes failure={failure} progress={null} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol ref={drag.list} aria-describedby={textId} className="order-list">
        {order.map((video, at) => (
          <li key={video.id} data-held={drag.held === at || undefined}>
            <span className="order-handle" aria-hidden="true" {...drag.handle(at)}>
              <Icon of={GripVertical} />
            </span>
            <span className="order-place tabular-nums">{at + 1}</span>
            <span className="order-title">
              <bdi>{video.title}</bdi>
            </span>
            <IconButton
              label={t('operators-trending.moveUp', { title: video.title })}
              icon={ArrowUp}
              aria-disabled={at === 0}
              onClick={() => at > 0 && step(at, at - 1)}
            />
            <IconButton
              label={t('operators-trending.moveDown', { title: video.title })}
              icon={ArrowDown}
              aria-disabled={at === order.length - 1}
              onClick={() => at < order.length - 1 && step(at, at + 1)}
            />
          </li>
        ))}
      </ol>
    </Question>
  );
}

/** Returns handlers for the grips of the items, and the dragged item. Calls `onMove` for every position passed. */
function useDrag(onMove: (from: number, to: number) => void) {
  const [held, setHeld] = useState<number | null>(null);
  // Pointer events may be faster than rendering, so the position is tracked in a ref.
  const heldNow = useRef<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])];
    const below = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    return below === -1 ? items.length - 1 : below;
  };
  const hold = (at: number | null) => {
    heldNow.current = at;
    setHeld(at);
  };
  const end = () => hold(null);
  return {
    list,
    held,
    handle: (at: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' && event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(at);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = heldNow.current;
        if (from === null) return;
        const to = placeAt(event.clientY);
        if (to === from) return;
        onMove(from, to);
        hold(to);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}

/** `onDelete` is called once. */
export type DeleteDialogProps = {
  readonly video: AdminTrendingItem;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
};

/** The dialog, with the title of the video. */
function DeleteDialog({ video, isBusy, onClose, onDelete }: DeleteDialogProps) {
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
