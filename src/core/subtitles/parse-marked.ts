// Reads subtitles whose cues are lines of text: WebVTT and SubRip. Wrong cues are left out; nothing throws.
import { type Cue, tidy } from './cue.ts';
import { decodeEntities } from './entities.ts';

/** `1:02:03.456`, `02:03.456`, with a comma in SubRip. */
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);
/** Tags of both formats: `<b>`, `<c.red>`, `<00:00:01.000>`, `<v Roger>`, `{\an8}`. */
const TAGS = /<\/?[A-Za-z0-9][^<>\n]{0,200}>|\{\\[^{}\n]{0,100}\}/g;
/** Blocks of WebVTT that are no cues. */
const NO_CUES = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;

/** Reads a WebVTT or SubRip file. */
export function parseMarked(text: string): readonly Cue[] {
  const cues: Cue[] = [];
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n+/);
  for (const block of blocks) {
    const lines = block
      .split('\n')
      .filter((line, index, all) => line !== '' || index < all.length - 1);
    const at = lines.findIndex((line) => TIMING.test(line));
    if (at < 0 || (at > 1 && NO_CUES.test(lines[0] ?? ''))) continue;
    const times = TIMING.exec(lines[at] ?? '');
    if (!times) continue;
    const [startMs, endMs] = [msOf(times.slice(1, 5)), msOf(times.slice(5, 9))];
    const content = lines.slice(at + 1).join('\n');
    cues.push({ startMs, endMs, text: decodeEntities(content.replace(TAGS, '')) });
  }
  return tidy(cues);
}

function msOf([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly string[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(rest.padEnd(3, '0'));
}
