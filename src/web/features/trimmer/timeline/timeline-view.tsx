// The timeline with its tools and what is drawn on it: thumbnails, waveform and key frames, finer while it is zoomed.

import { CanvasSink, EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { lengthOf, type Range, wholeRange } from '../../../cutting/range.ts';
import { Span } from '../../../cutting/span.tsx';
import { formatTime } from '../../../cutting/times.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenMedia } from '../media/open-media.ts';
import { readPeaks } from '../media/read-peaks.ts';
import type { PlannedPart } from '../media/use-plan.ts';
import type { Editing } from '../use-editing.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { KeyTicks } from './key-ticks.tsx';
import { Timeline } from './timeline.tsx';
import { Tools } from './tools.tsx';
import type { ViewControl } from './use-view.ts';

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

const MOST_PICTURES = 16;
const HEIGHT_PX = 112;
/** What the pictures of a file on the server may cost. */
const MAX_FETCHED_BYTES = 600_000;

/** Thumbnails of a range, drawn one after another; none if the file cannot be decoded. Decorative. */
function Filmstrip({ media, range }: { readonly media: OpenMedia; readonly range: Range }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    const draw = async () => {
      const { video, source } = media;
      if (!video || !(await video.canDecode())) return;
      const shape = (await video.getDisplayWidth()) / (await video.getDisplayHeight());
      if (!isWanted || !canvas.current) return;
      // As many as fit in their aspect ratio, slightly stretched so that each is at its time.
      const { clientWidth, clientHeight } = canvas.current.parentElement ?? canvas.current;
      const fitting = Math.round(clientWidth / (clientHeight * shape));
      const count = Math.min(MOST_PICTURES, Math.max(1, fitting));
      const width = Math.round(HEIGHT_PX * shape);
      canvas.current.width = width * count;
      canvas.current.height = HEIGHT_PX;
      const paper = canvas.current.getContext('2d');
      const middles = Array.from(
        { length: count },
        (_, index) => (range.startMs + ((index + 0.5) * lengthOf(range)) / count) / 1000,
      );
      const times = source.isLocal ? middles : await cheapTimes(video, middles);
      const sink = new CanvasSink(video, { width, height: HEIGHT_PX, fit: 'cover', poolSize: 1 });
      let place = 0;
      for await (const picture of sink.canvasesAtTimestamps(times)) {
        if (!isWanted) return;
        const wide = (width * count) / times.length;
        if (picture) paper?.drawImage(picture.canvas, place, 0, wide, HEIGHT_PX);
        place += wide;
      }
    };
    draw().catch((error: unknown) => {
      // Failures are harmless: the strip is decorative, and the file may have been released.
      if (isWanted) console.warn('the film strip could not be drawn', error);
    });
    return () => {
      isWanted = false;
    };
  }, [media, range]);
  return <canvas ref={canvas} className="trim-film" />;
}

/** The key frames before the given times that can be fetched within the budget, evenly spread: those between are much more to fetch. */
async function cheapTimes(video: InputVideoTrack, times: readonly number[]): Promise<number[]> {
  const sink = new EncodedPacketSink(video);
  const packets = await Promise.all(
    times.map((time) => sink.getKeyPacket(time, { metadataOnly: true })),
  );
  const keys = packets.filter((packet) => packet !== null);
  const largest = Math.max(1, ...keys.map(({ byteLength }) => byteLength));
  const count = Math.max(1, Math.min(keys.length, Math.floor(MAX_FETCHED_BYTES / largest)));
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor(((index + 0.5) * keys.length) / count);
    return keys[at]?.timestamp ?? 0;
  });
}

const COLUMNS = 800;
/** Half of the height of the drawing. */
const HALF = 50;

/** The loudness of the audio in a range; none if it cannot be decoded. Decorative. */
function Waveform({ media, range }: { readonly media: OpenMedia; readonly range: Range }) {
  const [outline, setOutline] = useState('');
  const [isComplete, setIsComplete] = useState(false);
  useEffect(() => {
    const { audio } = media;
    if (!audio) return;
    let isWanted = true;
    const read = async () => {
      for await (const peaks of readPeaks(audio, range, COLUMNS, () => isWanted)) {
        if (!isWanted) return;
        setOutline(outlineOf(peaks));
      }
      if (isWanted) setIsComplete(true);
    };
    read().catch((error: unknown) => {
      // Failures are harmless: the waveform is decorative, and the file may have been released.
      if (isWanted) console.warn('the waveform could not be drawn', error);
    });
    return () => {
      isWanted = false;
    };
  }, [media, range]);
  return (
    <svg
      aria-hidden="true"
      className="trim-wave"
      data-complete={isComplete || undefined}
      viewBox={`0 0 ${COLUMNS} ${2 * HALF}`}
      preserveAspectRatio="none"
    >
      <path d={outline} />
    </svg>
  );
}

/** The upper edge from left to right, and the lower one back. */
function outlineOf(peaks: Float32Array): string {
  const upper: string[] = [];
  const lower: string[] = [];
  for (const [column, peak] of peaks.entries()) {
    // Quiet passages stay visible as a line.
    const height = Math.max(1, Math.sqrt(Math.min(1, peak)) * HALF);
    upper.push(`${column} ${(HALF - height).toFixed(1)}`);
    lower.push(`${column} ${(HALF + height).toFixed(1)}`);
  }
  return `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
}
