// The programs that read and make media, and the sandbox they run in; what transcoder and checker are made of.

import type { Clock } from '../../core/async/clock.ts';
import type { Sandbox } from '../process/sandbox.ts';

/** Paths or names of the programs. `clock` is for deadlines; the system's timers without it. */
export type MediaTools = {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly sandbox: Sandbox;
  readonly clock?: Clock;
};
