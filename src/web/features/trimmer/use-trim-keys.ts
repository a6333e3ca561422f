// What the keys of the trimmer do.
import type { RefObject } from 'react';
import type { SegmentsControl } from './parts/use-segments.ts';
import type { Player } from './player/use-player.ts';
import type { Command } from './timeline/keys.ts';
import { type Keyed, useKeys } from './timeline/use-keys.ts';
import type { ViewControl } from './timeline/use-view.ts';

/** What the keys act on. Times are in milliseconds. */
export type KeyTargets = {
  readonly control: SegmentsControl;
  readonly player: Player;
  readonly view: ViewControl;
  readonly durationMs: number;
  readonly frameMs: number;
  /** Moves a handle, or the playhead, to a time. */
  readonly moveTo: (handle: 'start' | 'end' | 'position', toMs: number) => void;
  readonly mark: (which: 'start' | 'end') => void;
  readonly snapshot: () => void;
  readonly help: () => void;
};

/** Acts on keys while the focus is inside a section. */
export function useTrimKeys(section: RefObject<HTMLElement | null>, on: KeyTargets): void {
  useKeys(section, ({ command, handle }: Keyed) => act(command, handle, on));
}

/** Does what a command says; `focused` is the handle that has the focus, if any. */
export function act(command: Command, focused: string | null, on: KeyTargets): unknown {
  const { control, player, view } = on;
  const { selected, change } = control;
  const handle = focused === 'start' || focused === 'end' ? focused : 'position';
  const fromMs = { start: selected.startMs, end: selected.endMs, position: player.positionMs };
  switch (command.kind) {
    case 'play':
      return player.toggle();
    case 'step':
      return on.moveTo(handle, fromMs[handle] + command.byMs);
    case 'frame':
      return on.moveTo(handle, fromMs[handle] + command.by * on.frameMs);
    case 'edge':
      return on.moveTo(handle, command.which === 'start' ? 0 : on.durationMs);
    case 'mark':
      return on.mark(command.which);
    case 'zoom':
      return view.zoom(command.which, player.positionMs);
    case 'toggle':
      return change({ kind: 'toggle', id: selected.id });
    case 'delete':
      return change({ kind: 'delete' });
    case 'split':
    case 'add':
      return change({ kind: command.kind, atMs: player.positionMs });
    case 'undo':
      return control.undo();
    case 'redo':
      return control.redo();
    case 'loop':
      return player.toggleLoop();
    case 'snapshot':
      return on.snapshot();
    case 'help':
      return on.help();
  }
}
