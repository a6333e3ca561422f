// The programs that read and write media, and the sandbox they run in.

import type { Clock } from '../../core/async/clock.ts';
import type { Sandbox } from '../process/sandbox.ts';
import type { UnfitCode } from './hybrid-mp4/unfit.ts';

/**
 * Paths or names of the programs. `clock` is for deadlines. Default: the system's timers. `encoderBytes` is the memory that an
 * encoder may use at most; no bound by default. `onJoin` is called for fragmented sources that could become a file
 * as they are: with why they could not, or `joined`. `processors` is how many there are. Default: those of this machine.
 */
export type MediaTools = {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly sandbox: Sandbox;
  readonly clock?: Clock;
  readonly encoderBytes?: number;
  readonly processors?: number;
  readonly onJoin?: (outcome: 'joined' | UnfitCode) => void;
};
