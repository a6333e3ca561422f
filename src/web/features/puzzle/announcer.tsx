// Announces moves on the board to screen readers, after a pause and not for every tile.
import { useEffect, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import type { Direction } from './board.ts';
import type { Move } from './game.ts';

const REST_MS = 700;

const MOVED = {
  up: 'puzzle.movedUp',
  down: 'puzzle.movedDown',
  left: 'puzzle.movedLeft',
  right: 'puzzle.movedRight',
} as const satisfies Readonly<Record<Direction, string>>;

type AnnouncerProps = {
  readonly lastMove: Move | null;
  readonly moves: number;
  /** Announced at once, instead of the last move. */
  readonly news: string | null;
};

/** A polite live region; rendered from the start, so that its first message is announced. */
export function Announcer({ lastMove, moves, news }: AnnouncerProps) {
  const { t } = useWords();
  const [announcement, setAnnouncement] = useState('');
  const { tile, tiles, direction } = lastMove ?? {};
  const message =
    news ??
    (direction
      ? `${t(MOVED[direction], { tile: tile ?? 0, tiles: tiles ?? 1 })} ${t('puzzle.movesSoFar', { moves })}`
      : '');

  useEffect(() => {
    if (news !== null) {
      setAnnouncement(message);
      return;
    }
    const timer = setTimeout(() => setAnnouncement(message), REST_MS);
    return () => clearTimeout(timer);
  }, [message, news]);

  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
