// The dialog for the order of the featured videos, by dragging or with two buttons each.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/words.tsx';
import { Question } from '../shell/question.tsx';
import { LIST, orderFeatured } from './calls.ts';
import { failureText } from './form/failure-text.ts';
import { FormNotes } from './form/form-notes.tsx';
import { moveItem } from './move-item.ts';
import { useDrag } from './use-drag.ts';

/** `videos` are all featured videos in order. */
export type OrderDialogProps = {
  readonly videos: readonly AdminTrendingItem[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** The dialog. Changes are applied on save. */
export function OrderDialog({ videos, onClose, onSaved }: OrderDialogProps) {
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
