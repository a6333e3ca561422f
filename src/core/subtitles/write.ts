// Writes cues as SubRip, WebVTT or plain text.
import type { Cue } from './cue.ts';

const HOUR_MS = 3_600_000;
/** A pause of this length begins a new paragraph of plain text. */
const PARAGRAPH_MS = 3000;

/** SubRip: `1`, `00:00:01,000 --> 00:00:02,000`, the text. Lines end with CR LF, as old players expect. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, text }, index) =>
      [
        index + 1,
        `${timeOf(startMs, ',')} --> ${timeOf(endMs, ',')}`,
        ...text.split('\n'),
        '',
      ].join('\r\n'),
    )
    .join('\r\n');
}

/** WebVTT; `language` is a BCP 47 tag for the header. */
export function toVtt(cues: readonly Cue[], language: string | null): string {
  const head = ['WEBVTT', ...(language === null ? [] : [`Language: ${language}`])].join('\n');
  const blocks = cues.map(
    ({ startMs, endMs, text }) =>
      `${timeOf(startMs, '.')} --> ${timeOf(endMs, '.')}\n${escaped(text)}`,
  );
  return `${[head, ...blocks].join('\n\n')}\n`;
}

/** What is said, without times: cues in a row as one paragraph, a pause as a new one. */
export function toText(cues: readonly Cue[]): string {
  let text = '';
  let endedMs: number | null = null;
  for (const { startMs, endMs, text: said } of cues) {
    const line = said.replace(/\n/g, ' ');
    if (endedMs === null) text = line;
    else text += startMs - endedMs >= PARAGRAPH_MS ? `\n\n${line}` : ` ${line}`;
    endedMs = Math.max(endedMs ?? 0, endMs);
  }
  return text === '' ? '' : `${text}\n`;
}

/** An arrow would begin another cue; `&` and `<` would be read as markup. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function timeOf(timeMs: number, point: '.' | ','): string {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const hours = Math.floor(timeMs / HOUR_MS);
  const minutes = Math.floor(timeMs / 60_000) % 60;
  const seconds = Math.floor(timeMs / 1000) % 60;
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}${point}${pad(timeMs % 1000, 3)}`;
}
