// The scrollbar of a timeline that shows only a part of the file.
import type { CSSProperties } from 'react';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { lengthOf } from './range.ts';
import { formatTime } from './times.ts';
import type { ViewControl } from './use-view.ts';

type ViewBarProps = { readonly control: ViewControl; readonly durationMs: number };

/** The bar; its thumb is as wide as the visible share. */
export function ViewBar({ control, durationMs }: ViewBarProps) {
  const { t } = useTrimmerWords();
  const { view } = control;
  return (
    <input
      type="range"
      dir="ltr"
      data-handle="view"
      className="trim-viewbar"
      style={{ '--visible': lengthOf(view) / durationMs } as CSSProperties}
      aria-label={t('trimmer.visiblePart')}
      aria-valuetext={`${formatTime(view.startMs)} – ${formatTime(view.endMs)}`}
      min={0}
      max={Math.max(1, durationMs - lengthOf(view))}
      step="any"
      value={view.startMs}
      onChange={(event) => control.panTo(event.target.valueAsNumber)}
    />
  );
}
