// The puzzle with its counters and buttons.
import { RotateCcw, Shuffle } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import { Announcer } from './announcer.tsx';
import { isSolved } from './board.ts';
import { formatPlayed } from './game.ts';
import { PlayedTime } from './played-time.tsx';
import { PuzzleBoard } from './puzzle-board.tsx';
import { useGame } from './use-game.ts';

/** `random` returns numbers in [0, 1), for shuffles. */
export type PuzzleGameProps = { readonly random: () => number };

/** The card. Its texts have reserved space, so that the layout does not shift. */
export function PuzzleGame({ random }: PuzzleGameProps) {
  const { t } = useWords();
  const headingId = useId();
  const { game, slideAt, shuffleAgain, restart } = useGame(random);
  const [began, setBegan] = useState<'puzzle.shuffled' | 'puzzle.restarted' | null>(null);
  const solvedText = isSolved(game.board)
    ? t('puzzle.solved', { moves: game.moves, time: formatPlayed(game.countedMs) })
    : null;
  const news = solvedText ?? (began && game.moves === 0 ? t(began) : null);

  return (
    <Card as="section" aria-labelledby={headingId} className="puzzle">
      <div className="puzzle-words">
        <h2 id={headingId} className="text-xl">
          {t('puzzle.heading')}
        </h2>
        <p className="puzzle-lead" data-solved={solvedText === null ? undefined : ''}>
          {solvedText ?? t('puzzle.lead')}
        </p>
        <dl className="puzzle-figures">
          <div>
            <dt>{t('puzzle.moves')}</dt>
            <dd dir="ltr">{game.moves}</dd>
          </div>
          <div>
            <dt>{t('puzzle.time')}</dt>
            <dd dir="ltr">
              <PlayedTime game={game} />
            </dd>
          </div>
        </dl>
      </div>
      <div className="puzzle-place">
        <PuzzleBoard board={game.board} onSlide={slideAt} />
      </div>
      <div className="puzzle-actions">
        <Button
          icon={Shuffle}
          onClick={() => {
            setBegan('puzzle.shuffled');
            shuffleAgain();
          }}
        >
          {t('puzzle.shuffle')}
        </Button>
        <Button
          variant="quiet"
          icon={RotateCcw}
          onClick={() => {
            setBegan('puzzle.restarted');
            restart();
          }}
        >
          {t('puzzle.restart')}
        </Button>
      </div>
      <Announcer lastMove={game.lastMove} moves={game.moves} news={news} />
    </Card>
  );
}
