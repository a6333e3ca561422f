// The worker thread that reads a large file of subtitles.
import type { Cue } from '../../core/subtitles/cue.ts';
import { readSubtitles } from '../../core/subtitles/read-subtitles.ts';
import { answerInPieces } from '../process/thread.ts';

answerInPieces<string, null, Cue>((text) => ({ head: null, items: readSubtitles(text) }));
