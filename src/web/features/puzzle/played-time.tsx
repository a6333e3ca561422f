// The playing time, updated while the game runs.
import { useEffect, useState } from 'react';
import { now } from '../../browser/clock.ts';
import { formatPlayed, type Game, playedMs } from './game.ts';

const LOOK_MS = 250;

/** The time as `0:42`. */
export function PlayedTime({ game }: { readonly game: Game }) {
  const text = formatPlayed(playedMs(game, now()));
  // Re-renders only when the text changes; the value is not read.
  const [, setShown] = useState(text);

  useEffect(() => {
    if (game.runningSinceMs === null) return;
    const timer = setInterval(() => setShown(formatPlayed(playedMs(game, now()))), LOOK_MS);
    return () => clearInterval(timer);
  }, [game]);

  return <>{text}</>;
}
