// Announces that a video was deleted, and offers to undo it.
import { Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { useCountdown } from '../../browser/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';

/** How long a deletion can be undone; the server enforces it too. */
const UNDO_SECONDS = 10;

/** `onEnd` is called when the time is over, with whether the button was focused. */
export type UndoBarProps = {
  readonly video: AdminTrendingItem;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
  readonly onEnd: (hadFocus: boolean) => void;
};

/** The bar. Its button takes the focus of the removed row, so that Enter undoes the deletion. */
export function UndoBar({ video, isBusy, onUndo, onEnd }: UndoBarProps) {
  const { t } = useWords();
  const left = useCountdown(UNDO_SECONDS);
  const bar = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => bar.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    if (left === 0 && !isBusy) end.current(bar.current?.contains(document.activeElement) ?? false);
  }, [left, isBusy]);
  return (
    <div ref={bar} className="undo-bar">
      <div className="min-w-0">
        <p role="status" className="font-semibold">
          {t('operators-trending.deleted')}
        </p>
        <p className="undo-title">
          <bdi>{video.title}</bdi>
        </p>
      </div>
      <Button
        icon={Undo2}
        busy={isBusy}
        aria-label={t('operators-trending.undoOf', { title: video.title })}
        onClick={onUndo}
      >
        {t('operators-trending.undo')}{' '}
        <span
          className="tabular-nums"
          aria-hidden="true"
          title={t('operators-trending.undoLeft', { count: left })}
        >
          {left}
        </span>
      </Button>
    </div>
  );
}
