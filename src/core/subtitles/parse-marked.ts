// Reads subtitles whose cues are lines of text: WebVTT and SubRip. Wrong cues are left out; nothing throws.
import { type Cue, tidy } from './cue.ts';
import { decodeEntities } from './entities.ts';

/** `1:02:03.456`, `02:03.456`, with a comma in SubRip; some write fewer digits, more, or none behind it. */
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);
/** Tags of both formats: `<b>`, `<c.red>`, `<00:00:01.000>`, `<v Roger>`, `{\an8}`. */
const TAGS = /<\/?[A-Za-z0-9][^<>\n]{0,200}>|\{\\[^{}\n]{0,100}\}/g;
/** Blocks of WebVTT that are no cues. */
const NO_CUES = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Reads a WebVTT or SubRip file. Only an empty line ends a cue; one of spaces is part of it. */
export function parseMarked(text: string): readonly Cue[] {
  const cues: { startMs: number; endMs: number; lines: string[] }[] = [];
  let cue: (typeof cues)[number] | null = null;
  let block: string[] = [];
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  for (const line of lines) {
    if (line === '') {
      cue = null;
      block = [];
      continue;
    }
    const times = block.length > 1 && NO_CUES.test(block[0] ?? '') ? null : TIMING.exec(line);
    if (times) {
      if (cue) dropNumber(cue.lines);
      cue = { startMs: msOf(times.slice(1, 5)), endMs: msOf(times.slice(5, 9)), lines: [] };
      cues.push(cue);
    } else cue?.lines.push(line);
    if (block.length < 2) block.push(line);
  }
  return tidy(
    cues.map(({ lines: content, ...at }) => ({
      ...at,
      text: decodeEntities(content.join('\n').replace(TAGS, '')),
    })),
  );
}

/** In SubRip a line of spaces may stand for the empty one before the number of the next cue. */
function dropNumber(lines: string[]): void {
  if (/^\d+\s*$/.test(lines.at(-1) ?? '') && lines.at(-2)?.trim() === '') lines.pop();
}

function msOf([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly string[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(rest.padEnd(3, '0').slice(0, 3));
}
