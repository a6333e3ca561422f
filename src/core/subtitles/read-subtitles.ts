// Reads subtitles of any kind that platforms send, whatever they are called.
import { type Cue, isRolling, unrolled } from './cue.ts';
import { parseMarked } from './parse-marked.ts';
import { parseJson3, parseXml } from './parse-platform.ts';

/** The cues of a WebVTT, SubRip, TTML, SRV3 or JSON3 file, each line once; none for anything else. */
export function readSubtitles(text: string): readonly Cue[] {
  const start = text.replace(/^[\uFEFF\s]+/, '').charAt(0);
  const parse = start === '{' ? parseJson3 : start === '<' ? parseXml : parseMarked;
  const cues = parse(text);
  return isRolling(cues) ? unrolled(cues) : cues;
}
