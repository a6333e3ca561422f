// What the editor of a file works with: its player, its segments, the view of its timeline, and the keys for all of them.
import { type RefObject, useEffect, useRef } from 'react';
import type { OpenMedia } from './media/open-media.ts';
import { type SegmentsControl, useSegments } from './parts/use-segments.ts';
import { type Player, usePlayer } from './player/use-player.ts';
import { useSnapshot } from './player/use-snapshot.ts';
import { useView, type ViewControl } from './timeline/use-view.ts';
import { useTrimKeys } from './use-trim-keys.ts';

/** What a key or a pointer moves. */
export type Movable = 'start' | 'end' | 'position';

/** The editor's tools; times in milliseconds. */
export type Editing = {
  /** The element in which keys work, the line of the timeline, and the list of keys. */
  readonly section: RefObject<HTMLElement | null>;
  readonly line: RefObject<HTMLDivElement | null>;
  readonly keys: RefObject<HTMLDivElement | null>;
  readonly player: Player;
  readonly control: SegmentsControl;
  readonly view: ViewControl;
  /** Saves the shown picture. */
  readonly takeSnapshot: () => void;
  readonly snapshotNote: string | null;
  /** Shows a time in the player and on the timeline. */
  readonly show: (timeMs: number) => void;
  readonly moveTo: (what: Movable, toMs: number) => void;
  /** Sets the start or the end of the selected segment to the player's position. */
  readonly mark: (which: 'start' | 'end') => void;
};

type Needs = {
  readonly isBusy: boolean;
  /** Called before each change of what is kept. */
  readonly onChange: () => void;
};

/** The tools for one file. */
export function useEditing(media: OpenMedia, { isBusy, onChange }: Needs): Editing {
  const { durationMs, frameMs } = media;
  const section = useRef<HTMLElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const keys = useRef<HTMLDivElement>(null);
  const player = usePlayer(media);
  const control = useSegments({ media, isBusy, onChange });
  const view = useView(media, line);
  const snapshot = useSnapshot(media);

  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, []);

  const { isPlaying, positionMs } = player;
  // A view that shows the time already stays as it is.
  useEffect(() => {
    if (isPlaying) view.follow(positionMs);
  });

  const show = (timeMs: number) => {
    player.seek(timeMs);
    view.follow(timeMs);
  };
  const moveTo = (what: Movable, toMs: number) => {
    if (what === 'position') {
      control.change({ kind: 'selectAt', atMs: toMs });
      return show(toMs);
    }
    const { startMs, endMs } = control.change({ kind: what, atMs: toMs });
    show(what === 'start' ? startMs : endMs);
  };
  const mark = (which: 'start' | 'end') => {
    control.change({ kind: `${which}Here`, atMs: player.positionMs });
  };
  const takeSnapshot = () => void snapshot.take(player.positionMs);
  useTrimKeys(section, {
    control,
    player,
    view,
    durationMs,
    frameMs,
    moveTo,
    mark,
    snapshot: takeSnapshot,
    help: () => toggleKeys(keys.current),
  });
  return {
    section,
    line,
    keys,
    player,
    control,
    view,
    takeSnapshot,
    snapshotNote: snapshot.note,
    show,
    moveTo,
    mark,
  };
}

function toggleKeys(list: HTMLElement | null): void {
  const details = list?.querySelector('details');
  if (!details) return;
  details.open = !details.open;
  if (details.open) details.scrollIntoView({ block: 'nearest' });
}
