// The tools above the timeline: what can be done to the segments and the shown picture, and how closely one looks at them.
import {
  Camera,
  CirclePlus,
  Eye,
  EyeOff,
  type LucideIcon,
  Redo2,
  Scissors,
  Trash2,
  Undo2,
  UnfoldHorizontal,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { MAX_SEGMENTS } from '../parts/segments.ts';
import type { Editing } from '../use-editing.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import './tools.css';

type ToolsProps = { readonly editing: Editing; readonly hasPicture: boolean };

/** The two groups; on a phone two rows, of which the second has icons alone. */
export function Tools({ editing, hasPicture }: ToolsProps) {
  const { t } = useTrimmerWords();
  const { control, view } = editing;
  const { positionMs } = editing.player;
  const { segments, selected, can, change } = control;
  const split = { kind: 'split', atMs: positionMs } as const;
  const add = { kind: 'add', atMs: positionMs } as const;
  const isFull = segments.all.length >= MAX_SEGMENTS;
  const isKept = selected.isKept;
  return (
    <div className="trim-tools">
      <fieldset aria-label={t('trimmer.parts')}>
        <Tool
          label={t('trimmer.split')}
          icon={Scissors}
          disabled={!can(split)}
          title={isFull ? t('trimmer.partsFull', { count: MAX_SEGMENTS }) : undefined}
          onClick={() => change(split)}
        />
        <Tool
          label={t(isKept ? 'trimmer.removePart' : 'trimmer.keepPart')}
          icon={isKept ? EyeOff : Eye}
          onClick={() => change({ kind: 'toggle', id: selected.id })}
        />
        <Tool
          label={t('trimmer.addPart')}
          icon={CirclePlus}
          disabled={!can(add)}
          onClick={() => change(add)}
        />
        <Tool
          isKnown
          label={t('trimmer.deletePart')}
          icon={Trash2}
          disabled={!can({ kind: 'delete' })}
          onClick={() => change({ kind: 'delete' })}
        />
      </fieldset>
      <div>
        <Tool
          isKnown
          label={t('trimmer.undo')}
          icon={Undo2}
          disabled={!control.canUndo}
          onClick={control.undo}
        />
        <Tool
          isKnown
          label={t('trimmer.redo')}
          icon={Redo2}
          disabled={!control.canRedo}
          onClick={control.redo}
        />
        {hasPicture && (
          <Tool
            isKnown
            label={t('trimmer.snapshot')}
            icon={Camera}
            onClick={editing.takeSnapshot}
          />
        )}
        <fieldset aria-label={t('trimmer.zoom')}>
          <Tool
            isKnown
            label={t('trimmer.zoomOut')}
            icon={ZoomOut}
            disabled={!view.isZoomed}
            onClick={() => view.zoom('out', positionMs)}
          />
          <Tool
            isKnown
            label={t('trimmer.zoomIn')}
            icon={ZoomIn}
            disabled={!view.canZoomIn}
            onClick={() => view.zoom('in', positionMs)}
          />
          <Tool
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

type ToolProps = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Where there is no room for every label, this one's icon will do. */
  readonly isKnown?: boolean;
  readonly disabled?: boolean;
  /** Instead of the label. */
  readonly title?: string | undefined;
  readonly onClick: () => void;
};

function Tool({ label, icon, isKnown = false, title = label, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      title={title}
      {...rest}
      className="trim-tool"
      data-known={isKnown || undefined}
    >
      <Icon of={icon} />
      <span>{label}</span>
    </button>
  );
}
