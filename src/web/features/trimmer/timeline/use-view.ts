// The visible part of the timeline: zoomed by wheel, pinch, buttons and keys, and moved along with the playhead.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { lengthOf, type Range, wholeRange } from '../../../cutting/range.ts';
import { following, panned, ZOOM_STEP, zoomed } from './view.ts';

/** As close as it gets: this many frames fill the timeline. */
const FEWEST_FRAMES = 12;
/** A wheel's step of 100 pixels zooms by about a fifth. */
const ZOOM_PER_PIXEL = 0.002;

/** The view and its actions; times in milliseconds. */
export type ViewControl = {
  readonly view: Range;
  readonly isZoomed: boolean;
  readonly canZoomIn: boolean;
  /** Zooms around a time, or the middle. */
  readonly zoom: (which: 'in' | 'out' | 'fit', aroundMs?: number) => void;
  readonly panTo: (startMs: number) => void;
  /** Shows a time, if it is outside. */
  readonly follow: (timeMs: number) => void;
};

type File = { readonly durationMs: number; readonly frameMs: number };

/** Holds the view of a file. `band` is the element whose width is the view. */
export function useView(
  { durationMs, frameMs }: File,
  band: RefObject<HTMLElement | null>,
): ViewControl {
  const [view, setView] = useState<Range>(() => wholeRange(durationMs));
  const limits = { durationMs, leastMs: FEWEST_FRAMES * frameMs };
  const scale = (factor: number, aroundMs: number) =>
    setView((now) => zoomed(now, factor, aroundMs, limits));
  const atShare = (share: number) => view.startMs + share * lengthOf(view);
  useGestures(band, {
    zoom: (factor, share) => scale(factor, atShare(share)),
    pan: (share) => setView((now) => panned(now, share * lengthOf(now), durationMs)),
  });
  return {
    view,
    isZoomed: lengthOf(view) < durationMs,
    canZoomIn: lengthOf(view) > Math.min(limits.leastMs, durationMs),
    zoom(which, aroundMs) {
      if (which === 'fit') return setView(wholeRange(durationMs));
      const isVisible =
        aroundMs !== undefined && aroundMs >= view.startMs && aroundMs <= view.endMs;
      scale(which === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP, isVisible ? aroundMs : atShare(0.5));
    },
    panTo: (startMs) => setView((now) => panned(now, startMs - now.startMs, durationMs)),
    follow: (timeMs) => setView((now) => following(now, timeMs, durationMs)),
  };
}

/** What gestures do; shares of the width of the band, from its left. */
type Gestures = {
  readonly zoom: (factor: number, share: number) => void;
  readonly pan: (share: number) => void;
};

/** Ctrl and wheel or two fingers zoom; a sideways wheel, or Shift and wheel, moves. */
function useGestures(band: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const element = band.current;
    if (!element) return;
    const ending = new AbortController();
    // The page must not scroll or zoom at the same time.
    const options = { signal: ending.signal, passive: false };
    const box = () => element.getBoundingClientRect();
    element.addEventListener(
      'wheel',
      (event) => {
        const { left, width } = box();
        const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
        const isSideways = Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY);
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          const factor = Math.exp(-event.deltaY * ZOOM_PER_PIXEL);
          latest.current.zoom(factor, (event.clientX - left) / width);
        } else if (isSideways) {
          event.preventDefault();
          latest.current.pan(sideways / width);
        }
      },
      options,
    );
    let last: { readonly middle: number; readonly apart: number } | null = null;
    const touched = ({ touches }: TouchEvent) => {
      const [a, b] = touches;
      if (!a || !b || touches.length !== 2) return null;
      return { middle: (a.clientX + b.clientX) / 2, apart: Math.abs(a.clientX - b.clientX) };
    };
    element.addEventListener(
      'touchstart',
      (event) => {
        last = touched(event);
        if (last) event.preventDefault();
      },
      options,
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        const now = touched(event);
        if (!now || !last) return;
        event.preventDefault();
        const { left, width } = box();
        if (now.apart > 0 && last.apart > 0)
          latest.current.zoom(now.apart / last.apart, (now.middle - left) / width);
        latest.current.pan((last.middle - now.middle) / width);
        last = now;
      },
      options,
    );
    element.addEventListener('touchend', (event) => (last = touched(event)), options);
    return () => ending.abort();
  }, [band]);
}
