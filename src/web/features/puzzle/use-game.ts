// The game of a component: shuffled on mount, paused while the page is hidden.
import { useEffect, useState } from 'react';
import { now } from '../../browser/clock.ts';
import { shuffle } from './board.ts';
import { type Game, newGame, pause, play, resume } from './game.ts';

/** The game and its actions. */
export type PlayedGame = {
  readonly game: Game;
  readonly slideAt: (cell: number) => void;
  readonly shuffleAgain: () => void;
  readonly restart: () => void;
};

/** `random` returns numbers in [0, 1). */
export function useGame(random: () => number): PlayedGame {
  const [game, setGame] = useState(() => newGame(shuffle(random)));

  useEffect(() => {
    const onVisibilityChange = () => {
      const at = now();
      setGame((game) => (document.hidden ? pause(game, at) : resume(game, at)));
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);

  return {
    game,
    slideAt: (cell) => {
      const at = now();
      setGame((game) => play(game, cell, at));
    },
    shuffleAgain: () => setGame(newGame(shuffle(random))),
    restart: () => setGame((game) => newGame(game.start)),
  };
}
