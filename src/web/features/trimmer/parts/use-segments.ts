// The segments of an open file, changed by handles, time fields, buttons and keys; the preview follows.
import { useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { type History, historyOf, redo, replace, settle, step, undo } from './history.ts';
import {
  canChange,
  changed,
  type Segment,
  type SegmentChange,
  type Segments,
  selectedOf,
  wholeFile,
} from './segments.ts';

type Needs = {
  readonly media: OpenMedia;
  /** Whether a cut is running, during which nothing can be changed. */
  readonly isBusy: boolean;
  /** Called before each change of what is kept. */
  readonly onChange: () => void;
};

/** The segments and their actions; all times are in milliseconds. */
export type SegmentsControl = {
  readonly segments: Segments;
  readonly selected: Segment;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly can: (change: SegmentChange) => boolean;
  /** Applies a change; returns the selected segment after it. */
  readonly change: (change: SegmentChange) => Segment;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Ends a drag: the next change is undone by itself. */
  readonly settle: () => void;
};

/** Holds the segments; initially one, the whole file. */
export function useSegments({ media, isBusy, onChange }: Needs): SegmentsControl {
  const { durationMs } = media;
  const [history, setHistory] = useState<History<Segments>>(() => historyOf(wholeFile(durationMs)));
  const segments = history.present;
  const show = (next: History<Segments>) => {
    if (isBusy || next === history) return;
    onChange();
    setHistory(next);
  };
  return {
    segments,
    selected: selectedOf(segments),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    can: (change) => canChange(segments, change, durationMs),
    change(change) {
      const next = changed(segments, change, durationMs);
      if (next === segments || isBusy) return selectedOf(segments);
      const isSelection = change.kind === 'select' || change.kind === 'selectAt';
      if (isSelection) setHistory(replace(history, next));
      else show(step(history, next, gestureOf(change, segments.selectedId)));
      return selectedOf(next);
    },
    undo: () => show(undo(history)),
    redo: () => show(redo(history)),
    settle: () => setHistory(settle),
  };
}

/** Moves of the same handle are one gesture, and so are the letters of a name. */
function gestureOf(change: SegmentChange, id: number): string | null {
  if (change.kind === 'rename') return `rename ${change.id}`;
  return change.kind === 'start' || change.kind === 'end' ? `${change.kind} ${id}` : null;
}
