// What the rest of the pages may use of the puzzle: something to do while a long video is fetched.
import './puzzle.css';
import { MoreWords } from '../../words/words.tsx';
import { PuzzleGame } from './puzzle-game.tsx';

/** The sliding puzzle. Chance decides how it starts, so it is drawn in the browser only; it suspends until its words are there. */
export function Puzzle() {
  return (
    <MoreWords group="puzzle">
      <PuzzleGame random={Math.random} />
    </MoreWords>
  );
}
