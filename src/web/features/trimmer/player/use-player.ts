// Controls the video element of the preview. The position is kept in state, so that files that the browser cannot play can
// still be cut by their times.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { type Range, within } from '../timeline/range.ts';
import { createPlaylist, type Playlist } from './playlist.ts';

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
  /** Whether the parts are played again from the start when they end. */
  readonly isLooping: boolean;
  readonly toggleLoop: () => void;
  /** Plays parts one after the other, as they will be in the new file. */
  readonly playParts: (parts: readonly Range[]) => void;
};

/** Shows a time; loads a file that was not loaded before it was needed. */
function showTime(video: HTMLVideoElement, seconds: number): void {
  if (video.readyState === 0 && video.preload === 'none') {
    video.preload = 'metadata';
    video.load();
  }
  video.currentTime = seconds;
}

/** What follows the video element: it is called with its position and its state. */
type Follower = {
  readonly moved: (positionMs: number) => void;
  readonly played: (isPlaying: boolean) => void;
  readonly loaded: (hasPicture: boolean) => void;
  readonly failed: () => void;
};

/** Follows a video element frame by frame, and through the parts of a playlist; returns how to leave it. */
function follow(video: HTMLVideoElement, playlist: Playlist, on: Follower): () => void {
  const ending = new AbortController();
  const listen = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal: ending.signal });
  let frame = 0;
  const tick = () => {
    const nowMs = video.currentTime * 1000;
    const next = playlist.next(nowMs);
    if (next.kind === 'jump') video.currentTime = next.toMs / 1000;
    if (next.kind === 'stop') video.pause();
    if (next.kind === 'on') on.moved(nowMs);
    else on.moved(next.kind === 'jump' ? next.toMs : next.atMs);
    frame = video.paused ? 0 : requestAnimationFrame(tick);
  };
  listen('play', () => {
    on.played(true);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(tick);
  });
  listen('pause', () => {
    on.played(false);
    // A file that ends is paused, too.
    if (!video.ended) playlist.clear();
  });
  listen('ended', () => {
    const next = playlist.ended();
    if (next.kind !== 'jump') return playlist.clear();
    video.currentTime = next.toMs / 1000;
    video.play().catch(() => on.played(false));
  });
  listen('loadedmetadata', () => on.loaded(video.videoWidth > 0));
  listen('error', on.failed);
  return () => {
    ending.abort();
    cancelAnimationFrame(frame);
    video.pause();
  };
}

/** Plays a file from its address; nothing is uploaded. */
export function usePlayer({ source, durationMs, video: track }: OpenMedia): Player {
  const element = useRef<HTMLVideoElement>(null);
  const [playlist] = useState(createPlaylist);
  const [url, setUrl] = useState<string | null>(null);
  const [positionMs, setPositionMs] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isLooping, setIsLooping] = useState(false);
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
    if (!element.current || url === null) return;
    return follow(element.current, playlist, {
      moved: (timeMs) => setPositionMs(within(timeMs, durationMs)),
      played: setIsPlaying,
      loaded: setHasPicture,
      failed: () => setCannotPlay(true),
    });
  }, [url, durationMs, playlist]);

  const seek = (toMs: number) => {
    const target = within(toMs, durationMs);
    setPositionMs(target);
    playlist.clear();
    if (element.current) showTime(element.current, target / 1000);
  };
  // Rejects if the file cannot be played or was paused meanwhile.
  const play = () => void element.current?.play().catch(() => setIsPlaying(false));
  return {
    element,
    url,
    positionMs,
    isPlaying,
    cannotPlay,
    isBlind: track !== null && (cannotPlay || !hasPicture),
    isLooping,
    seek,
    toggle() {
      if (element.current?.paused === false) element.current.pause();
      else play();
    },
    toggleLoop() {
      playlist.setLooping(!isLooping);
      setIsLooping(!isLooping);
    },
    playParts(parts) {
      const [first] = parts;
      if (!first) return;
      seek(first.startMs);
      playlist.begin(parts);
      play();
    },
  };
}
