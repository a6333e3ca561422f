// The programs that read and write media, and the sandbox they run in.

import type { Clock } from '../../core/async/clock.ts';
import type { Sandbox } from '../process/sandbox.ts';

/**
 * Paths or names of the programs. `clock` is for deadlines. Default: the system's timers. `encoderBytes` is the memory that an
 * encoder may use at most; no bound by default.
 */
export type MediaTools = {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly sandbox: Sandbox;
  readonly clock?: Clock;
  readonly encoderBytes?: number;
};
