// The kept range of an open file, changed by handles, time fields and keys; the preview follows.
import { type RefObject, useState } from 'react';
import type { OpenMedia } from './media/open-media.ts';
import { endAt, moveEnd, moveStart, type Range, startAt, wholeRange } from './timeline/range.ts';
import { type Keyed, useKeys } from './timeline/use-keys.ts';
import { type Player, usePlayer } from './use-player.ts';

type Needs = {
  readonly media: OpenMedia;
  /** Keys are active while the focus is inside of it. */
  readonly section: RefObject<HTMLElement | null>;
  /** Whether a cut is running, during which the range is fixed. */
  readonly isBusy: boolean;
  /** Called before each change. */
  readonly onChange: () => void;
};

/** The range and its actions; all times are in milliseconds. */
export type RangeControl = {
  readonly range: Range;
  readonly player: Player;
  readonly toStart: (toMs: number) => void;
  readonly toEnd: (toMs: number) => void;
  /** Sets the start or the end to the player's position. */
  readonly mark: (which: 'start' | 'end') => void;
};

/** Holds the range; initially the whole file. */
export function useRange({ media, section, isBusy, onChange }: Needs): RangeControl {
  const { durationMs } = media;
  const [range, setRange] = useState<Range>(() => wholeRange(durationMs));
  const player = usePlayer(media);

  const change = (next: Range, shownMs: number) => {
    if (isBusy || (next.startMs === range.startMs && next.endMs === range.endMs)) return;
    onChange();
    setRange(next);
    player.seek(shownMs);
  };
  const toStart = (toMs: number) => {
    const next = moveStart(range, toMs, durationMs);
    change(next, next.startMs);
  };
  const toEnd = (toMs: number) => {
    const next = moveEnd(range, toMs, durationMs);
    change(next, next.endMs);
  };
  const mark = (which: 'start' | 'end') =>
    change(
      (which === 'start' ? startAt : endAt)(range, player.positionMs, durationMs),
      player.positionMs,
    );
  useKeys(section, ({ command, handle }: Keyed) => {
    const moving = {
      start: [range.startMs, toStart] as const,
      end: [range.endMs, toEnd] as const,
      position: [player.positionMs, player.seek] as const,
    };
    const [fromMs, go] = moving[handle === 'start' || handle === 'end' ? handle : 'position'];
    if (command.kind === 'play') player.toggle();
    else if (command.kind === 'step') go(fromMs + command.byMs);
    else if (command.kind === 'frame') go(fromMs + command.by * media.frameMs);
    else if (command.kind === 'edge') go(command.which === 'start' ? 0 : durationMs);
    else mark(command.which);
  });
  return { range, player, toStart, toEnd, mark };
}
