// The timeline with its tools and what is drawn on it: thumbnails, waveform and key frames, finer while it is zoomed.
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { OpenMedia } from '../media/open-media.ts';
import type { PlannedPart } from '../media/use-plan.ts';
import type { Editing } from '../use-editing.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { Filmstrip } from './filmstrip.tsx';
import { KeyTicks } from './key-ticks.tsx';
import { lengthOf, type Range, wholeRange } from './range.ts';
import { Span } from './span.tsx';
import { Timeline } from './timeline.tsx';
import { formatTime } from './times.ts';
import { Tools } from './tools.tsx';
import type { ViewControl } from './use-view.ts';
import { Waveform } from './waveform.tsx';

/** How long the view rests before it is drawn more finely. */
const REST_MS = 250;
/** Stretched further, the drawing of the whole file says nothing. */
const MOST_STRETCHED = 40;
/** The audio of a larger file on the server is fetched only when it is asked for. */
const FETCHED_UNASKED_BYTES = 2_000_000;

type TimelineViewProps = {
  readonly media: OpenMedia;
  readonly editing: Editing;
  readonly parts: readonly PlannedPart[];
  readonly disabled: boolean;
};

/** The whole of it. */
export function TimelineView({ media, editing, parts, disabled }: TimelineViewProps) {
  const { t } = useTrimmerWords();
  const { control, view, moveTo } = editing;
  const { positionMs } = editing.player;
  const { source, video, audio, durationMs } = media;
  const [hasSound, setHasSound] = useState(source.isLocal || source.size <= FETCHED_UNASKED_BYTES);
  return (
    <>
      <Tools editing={editing} hasPicture={video !== null} />
      <Timeline
        line={editing.line}
        durationMs={durationMs}
        view={view.view}
        segments={control.segments}
        parts={parts}
        positionMs={positionMs}
        disabled={disabled}
        onStart={(toMs) => moveTo('start', toMs)}
        onEnd={(toMs) => moveTo('end', toMs)}
        onRelease={control.settle}
        onSeek={(toMs) => moveTo('position', toMs)}
      >
        <Drawings media={media} view={view.view} hasSound={hasSound} />
      </Timeline>
      {view.isZoomed && <ViewBar control={view} durationMs={durationMs} />}
      {audio && !hasSound && (
        <Button variant="quiet" className="-ms-3 mt-1" onClick={() => setHasSound(true)}>
          {t('trimmer.showSound')}
        </Button>
      )}
    </>
  );
}

type DrawingsProps = {
  readonly media: OpenMedia;
  readonly view: Range;
  readonly hasSound: boolean;
};

function Drawings({ media, view, hasSound }: DrawingsProps) {
  const { durationMs, source, video } = media;
  const whole = useMemo(() => wholeRange(durationMs), [durationMs]);
  const rested = useRested(view, REST_MS);
  const stretched = durationMs / lengthOf(view);
  // Files on the server are drawn once: every finer drawing would be fetched.
  const isFiner = source.isLocal && lengthOf(rested) < durationMs && stretched > 1;
  const lane = video ? 'trim-drawing' : 'trim-drawing trim-drawing-sound';
  const draw = (range: Range, key: string) => (
    <Span key={key} range={range} view={view} className={lane}>
      {video && <Filmstrip media={media} range={range} />}
      {hasSound && <Waveform media={media} range={range} />}
    </Span>
  );
  return (
    <>
      {stretched <= MOST_STRETCHED && draw(whole, 'whole')}
      {isFiner && draw(rested, 'finer')}
      <KeyTicks media={media} range={rested} view={view} />
    </>
  );
}

/** Returns the last value that stayed for `ms`. Compare by identity: keep the value stable while it does not change. */
function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

type ViewBarProps = { readonly control: ViewControl; readonly durationMs: number };

/** The bar; its thumb is as wide as the visible share. */
function ViewBar({ control, durationMs }: ViewBarProps) {
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
