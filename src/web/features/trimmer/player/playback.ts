// Plays a file in a video element: shows its times, and goes through the parts of a playlist.
import { type Range, within } from '../../../cutting/range.ts';
import { createPlaylist } from './playlist.ts';

/** What follows the playback: it is called with its position and its state. */
export type Follower = {
  readonly moved: (positionMs: number) => void;
  readonly played: (isPlaying: boolean) => void;
  readonly loaded: (hasPicture: boolean) => void;
  readonly failed: () => void;
};

/** The playback of one file. Without an element it has a position only. */
export type Playback = {
  /** Follows an element frame by frame; returns how to leave it. */
  readonly follow: (video: HTMLVideoElement) => () => void;
  /** Shows a time inside of the file; parts are no longer played. */
  readonly seek: (toMs: number) => void;
  /** Plays, or pauses. */
  readonly toggle: () => void;
  /** Plays parts one after the other, as they will be in the new file. */
  readonly playParts: (parts: readonly Range[]) => void;
  /** Whether parts are played again from the start when they end. */
  readonly setLooping: (isLooping: boolean) => void;
};

/** Creates the playback of a file of a duration. */
export function createPlayback(durationMs: number, on: Follower): Playback {
  const playlist = createPlaylist();
  let element: HTMLVideoElement | null = null;
  const moved = (timeMs: number) => on.moved(within(timeMs, durationMs));
  // Rejects if the file cannot be played or was paused meanwhile.
  const play = () => void element?.play().catch(() => on.played(false));

  const seek = (toMs: number) => {
    const target = within(toMs, durationMs);
    on.moved(target);
    playlist.clear();
    if (element) showTime(element, target / 1000);
  };

  return {
    follow(video) {
      element = video;
      const ending = new AbortController();
      const listen = (name: string, listener: () => void) =>
        video.addEventListener(name, listener, { signal: ending.signal });
      let frame = 0;
      const tick = () => {
        const nowMs = video.currentTime * 1000;
        const next = playlist.next(nowMs);
        if (next.kind === 'jump') video.currentTime = next.toMs / 1000;
        if (next.kind === 'stop') video.pause();
        if (next.kind === 'on') moved(nowMs);
        else moved(next.kind === 'jump' ? next.toMs : next.atMs);
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
        play();
      });
      listen('loadedmetadata', () => on.loaded(video.videoWidth > 0));
      listen('error', on.failed);
      return () => {
        ending.abort();
        cancelAnimationFrame(frame);
        video.pause();
        element = null;
      };
    },
    seek,
    toggle() {
      if (element?.paused === false) element.pause();
      else play();
    },
    playParts(parts) {
      const [first] = parts;
      if (!first) return;
      // First, since showing a time ends what is played.
      seek(first.startMs);
      playlist.begin(parts);
      play();
    },
    setLooping: playlist.setLooping,
  };
}

/** Shows a time; loads a file that was not loaded before it was needed. */
function showTime(video: HTMLVideoElement, seconds: number): void {
  if (video.readyState === 0 && video.preload === 'none') {
    video.preload = 'metadata';
    video.load();
  }
  video.currentTime = seconds;
}
