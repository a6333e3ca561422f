// Controls the video element of the preview. The position is kept in state, so that files that the browser cannot play can
// still be cut by their times.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { OpenMedia } from './media/open-media.ts';
import { type Range, within } from './timeline/range.ts';

/** The player; `element` is the ref of the `<video>`. */
export type Player = {
  readonly element: RefObject<HTMLVideoElement | null>;
  readonly url: string | null;
  readonly positionMs: number;
  readonly isPlaying: boolean;
  /** Whether the browser cannot play the file. */
  readonly cannotPlay: boolean;
  /** Whether the file has video that the browser cannot show; its audio may still play. */
  readonly isBlind: boolean;
  readonly seek: (toMs: number) => void;
  readonly toggle: () => void;
  readonly playPart: (range: Range) => void;
};

/** Shows a time; loads a file that was not loaded before it was needed. */
function showTime(video: HTMLVideoElement, seconds: number): void {
  if (video.readyState === 0 && video.preload === 'none') {
    video.preload = 'metadata';
    video.load();
  }
  video.currentTime = seconds;
}

/** Plays a file from its address; nothing is uploaded. */
export function usePlayer({ source, durationMs, video: track }: OpenMedia): Player {
  const element = useRef<HTMLVideoElement>(null);
  const stopAtMs = useRef<number | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [positionMs, setPositionMs] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const [cannotPlay, setCannotPlay] = useState(false);
  const [hasPicture, setHasPicture] = useState(true);

  useEffect(() => {
    const { url: address, release } = source.address();
    setUrl(address);
    setCannotPlay(false);
    setHasPicture(true);
    return release;
  }, [source]);

  useEffect(() => {
    const video = element.current;
    if (!video || url === null) return;
    const ending = new AbortController();
    const on = (name: string, listener: () => void) =>
      video.addEventListener(name, listener, { signal: ending.signal });
    let frame = 0;
    const tick = () => {
      const isDone = stopAtMs.current !== null && video.currentTime * 1000 >= stopAtMs.current;
      if (isDone) video.pause();
      setPositionMs(
        within(isDone ? (stopAtMs.current ?? 0) : video.currentTime * 1000, durationMs),
      );
      frame = video.paused ? 0 : requestAnimationFrame(tick);
    };
    on('play', () => {
      setIsPlaying(true);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(tick);
    });
    on('pause', () => {
      setIsPlaying(false);
      stopAtMs.current = null;
    });
    on('loadedmetadata', () => setHasPicture(video.videoWidth > 0));
    on('error', () => setCannotPlay(true));
    return () => {
      ending.abort();
      cancelAnimationFrame(frame);
      video.pause();
    };
  }, [url, durationMs]);

  const seek = useCallback(
    (toMs: number) => {
      const target = within(toMs, durationMs);
      setPositionMs(target);
      stopAtMs.current = null;
      if (element.current) showTime(element.current, target / 1000);
    },
    [durationMs],
  );
  const play = useCallback(() => {
    // Rejects if the file cannot be played or was paused meanwhile.
    element.current?.play().catch(() => setIsPlaying(false));
  }, []);
  const toggle = useCallback(() => {
    if (element.current?.paused === false) element.current.pause();
    else play();
  }, [play]);
  const playPart = useCallback(
    (range: Range) => {
      seek(range.startMs);
      stopAtMs.current = range.endMs;
      play();
    },
    [seek, play],
  );
  const isBlind = track !== null && (cannotPlay || !hasPicture);
  return { element, url, positionMs, isPlaying, cannotPlay, isBlind, seek, toggle, playPart };
}
