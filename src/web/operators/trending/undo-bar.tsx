// Says that a video was deleted, and puts it back while that is possible.
import { Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AdminTrendingItem } from '../../../shared/admin-api.ts';
import { useCountdown } from '../../browser/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';

/** How long a deletion can be undone; the server counts as well. */
const UNDO_SECONDS = 10;

/** `onEnd` is called when the time is over, with whether the focus was on the button. */
export type UndoBarProps = {
  readonly video: AdminTrendingItem;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
  readonly onEnd: (hadFocus: boolean) => void;
};

/** The bar. It takes the focus that the row has lost, so that Enter takes the deletion back. */
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
          {t('curating.deleted')}
        </p>
        <p className="undo-title">
          <bdi>{video.title}</bdi>
        </p>
      </div>
      <Button
        icon={Undo2}
        busy={isBusy}
        aria-label={t('curating.undoOf', { title: video.title })}
        onClick={onUndo}
      >
        {t('curating.undo')}{' '}
        <span
          className="tabular-nums"
          aria-hidden="true"
          title={t('curating.undoLeft', { count: left })}
        >
          {left}
        </span>
      </Button>
    </div>
  );
}
