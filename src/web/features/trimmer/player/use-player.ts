// Controls the video element of the preview. The position is kept in state, so that files that the browser cannot play can
// still be cut by their times.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { createPlayback, type Playback } from './playback.ts';

/** The player; `element` is the ref of the `<video>`. */
export type Player = Pick<Playback, 'seek' | 'toggle' | 'playParts'> & {
  readonly element: RefObject<HTMLVideoElement | null>;
  readonly url: string | null;
  readonly positionMs: number;
  readonly isPlaying: boolean;
  /** Whether the browser cannot play the file. */
  readonly cannotPlay: boolean;
  /** Whether the file has video that the browser cannot show; its audio may still play. */
  readonly isBlind: boolean;
  /** Whether the parts are played again from the start when they end. */
  readonly isLooping: boolean;
  readonly toggleLoop: () => void;
};

/** Plays a file from its address; nothing is uploaded. */
export function usePlayer({ source, durationMs, video: track }: OpenMedia): Player {
  const element = useRef<HTMLVideoElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [positionMs, setPositionMs] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isLooping, setIsLooping] = useState(false);
  const [cannotPlay, setCannotPlay] = useState(false);
  const [hasPicture, setHasPicture] = useState(true);
  const [playback] = useState(() =>
    createPlayback(durationMs, {
      moved: setPositionMs,
      played: setIsPlaying,
      loaded: setHasPicture,
      failed: () => setCannotPlay(true),
    }),
  );

  useEffect(() => {
    const { url: address, release } = source.address();
    setUrl(address);
    setCannotPlay(false);
    setHasPicture(true);
    return release;
  }, [source]);

  useEffect(() => {
    if (!element.current || url === null) return;
    return playback.follow(element.current);
  }, [url, playback]);

  const { seek, toggle, playParts } = playback;
  return {
    element,
    url,
    positionMs,
    isPlaying,
    cannotPlay,
    isBlind: track !== null && (cannotPlay || !hasPicture),
    isLooping,
    seek,
    toggle,
    playParts,
    toggleLoop() {
      playback.setLooping(!isLooping);
      setIsLooping(!isLooping);
    },
  };
}
