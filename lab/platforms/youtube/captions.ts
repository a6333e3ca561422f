// The subtitle files of the lab's YouTube: as players expect them, and as platforms send them all the same.
import type { LabAnswer } from '../../platform.ts';
import { refusal, text } from '../answers.ts';

/** How a track of subtitles is sent: by default a cue as in the requested format, for the others always WebVTT. */
export type CaptionSwitch = keyof typeof SWITCHES;

const vtt = (...blocks: readonly string[]) => `WEBVTT\n\n${blocks.join('\n\n')}\n`;
const GREETING = vtt('00:01.000 --> 00:03.000\nGrüße – à bientôt');
const CHORUS = ['Begin\nLa la', 'La la\nOh oh', 'Oh oh\nLa la', 'La la\nOh oh', 'Oh oh\nEnd'];

/** A piece of two seconds, whose times begin with it. */
const piece = (number: number) =>
  `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${900_000 + number * 180_000},LOCAL:00:00:00.000\n\n00:00.500 --> 00:01.500\nPiece ${number}\n`;

const asVtt = (body: string | Uint8Array): LabAnswer => ({
  headers: { 'content-type': 'text/vtt' },
  body,
});

const SWITCHES = {
  /** Too many requests, for every client. */
  refused: () => refusal(429, { 'retry-after': '30' }),
  windows1252: () => asVtt(Buffer.from(GREETING.replace('–', '\x96'), 'latin1')),
  utf16: () => asVtt(Buffer.from(`\ufeff${GREETING}`, 'utf16le')),
  /** Two cues at once, and one behind the end of every video. */
  overlapping: () =>
    asVtt(
      vtt(
        '00:01.000 --> 00:05.000\nA',
        '00:03.000 --> 00:07.000\nB',
        '59:00.000 --> 59:10.000\nBehind the end',
      ),
    ),
  chorus: () =>
    asVtt(vtt(...CHORUS.map((lines, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${lines}`))),
  /** A line of spaces within a cue. */
  spaced: () => asVtt(vtt('00:01.000 --> 00:03.000\nAbove\n   \nBelow')),
  /** A HLS playlist of pieces. */
  pieces: (url: URL) => {
    const number = url.searchParams.get('piece');
    if (number !== null) return asVtt(piece(Number(number)));
    const address = (at: number) => `${url.pathname}?lab=pieces&piece=${at}`;
    const parts = [0, 1, 2].map((at) => `#EXTINF:2,\n${address(at)}`);
    return asVtt(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n${parts.join('\n')}\n#EXT-X-ENDLIST\n`);
  },
} satisfies Record<string, (url: URL) => LabAnswer>;

/** The subtitles at an address, whose `lab` is a switch. */
export function answerCaptions(url: URL): LabAnswer {
  const how = url.searchParams.get('lab') ?? '';
  if (Object.hasOwn(SWITCHES, how)) return SWITCHES[how as CaptionSwitch](url);
  const { body, type } = subtitles(url.searchParams.get('fmt') ?? '');
  return text(body, type);
}

function subtitles(format: string): { readonly body: string; readonly type: string } {
  const cue = { tStartMs: 500, dDurationMs: 3500, segs: [{ utf8: 'Welcome to the garden.' }] };
  if (format === 'json3') {
    return { body: JSON.stringify({ events: [cue] }), type: 'application/json' };
  }
  const span = '00:00:00.500 --> 00:00:04.000';
  if (format === 'vtt')
    return { body: `WEBVTT\n\n${span}\nWelcome to the garden.\n`, type: 'text/vtt' };
  if (format === 'srt') {
    const body = `1\n${span.replaceAll('.', ',')}\nWelcome to the garden.\n`;
    return { body, type: 'application/x-subrip' };
  }
  const words = '<text start="0.5" dur="3.5">Welcome to the garden.</text>';
  return { body: `<?xml version="1.0"?><transcript>${words}</transcript>`, type: 'text/xml' };
}
