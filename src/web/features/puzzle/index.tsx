// The puzzle, to play while a long video is downloaded.
import './puzzle.css';
import { MoreWords } from '../../words/words.tsx';
import { PuzzleGame } from './puzzle-game.tsx';

/** The sliding puzzle. Rendered in the browser only, since it starts at random; suspends until its messages are loaded. */
export function Puzzle() {
  return (
    <MoreWords group="puzzle">
      <PuzzleGame random={Math.random} />
    </MoreWords>
  );
}
