// The buttons above the timeline: what can be done to the segments, and how closely one looks at them.
import {
  CirclePlus,
  Eye,
  EyeOff,
  Redo2,
  Scissors,
  Trash2,
  Undo2,
  UnfoldHorizontal,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MAX_SEGMENTS } from '../parts/segments.ts';
import type { SegmentsControl } from '../parts/use-segments.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import type { ViewControl } from './use-view.ts';

type ToolsProps = {
  readonly control: SegmentsControl;
  readonly view: ViewControl;
  readonly positionMs: number;
};

/** The two groups. */
export function Tools({ control, view, positionMs }: ToolsProps) {
  const { t } = useTrimmerWords();
  const { segments, selected, can, change } = control;
  const split = { kind: 'split', atMs: positionMs } as const;
  const add = { kind: 'add', atMs: positionMs } as const;
  const isFull = segments.all.length >= MAX_SEGMENTS;
  const isKept = selected.isKept;
  return (
    <div className="trim-tools mb-2 flex flex-wrap items-center justify-between gap-x-4">
      <fieldset className="-ms-3 flex min-w-0 flex-wrap" aria-label={t('trimmer.parts')}>
        <Button
          variant="quiet"
          icon={Scissors}
          disabled={!can(split)}
          {...(isFull ? { title: t('trimmer.partsFull', { count: MAX_SEGMENTS }) } : {})}
          onClick={() => change(split)}
        >
          {t('trimmer.split')}
        </Button>
        <IconButton
          label={t(isKept ? 'trimmer.removePart' : 'trimmer.keepPart')}
          icon={isKept ? EyeOff : Eye}
          onClick={() => change({ kind: 'toggle', id: selected.id })}
        />
        <IconButton
          label={t('trimmer.addPart')}
          icon={CirclePlus}
          disabled={!can(add)}
          onClick={() => change(add)}
        />
        <IconButton
          label={t('trimmer.deletePart')}
          icon={Trash2}
          disabled={!can({ kind: 'delete' })}
          onClick={() => change({ kind: 'delete' })}
        />
      </fieldset>
      <div className="-me-3 flex">
        <IconButton
          label={t('trimmer.undo')}
          icon={Undo2}
          disabled={!control.canUndo}
          onClick={control.undo}
        />
        <IconButton
          label={t('trimmer.redo')}
          icon={Redo2}
          disabled={!control.canRedo}
          onClick={control.redo}
        />
        <fieldset className="flex min-w-0" aria-label={t('trimmer.zoom')}>
          <IconButton
            label={t('trimmer.zoomOut')}
            icon={ZoomOut}
            disabled={!view.isZoomed}
            onClick={() => view.zoom('out', positionMs)}
          />
          <IconButton
            label={t('trimmer.zoomIn')}
            icon={ZoomIn}
            disabled={!view.canZoomIn}
            onClick={() => view.zoom('in', positionMs)}
          />
          <IconButton
            label={t('trimmer.zoomFit')}
            icon={UnfoldHorizontal}
            disabled={!view.isZoomed}
            onClick={() => view.zoom('fit')}
          />
        </fieldset>
      </div>
    </div>
  );
}
