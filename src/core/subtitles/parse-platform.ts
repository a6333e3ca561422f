// Reads the subtitles of platforms: TTML, and YouTube's SRV3 (XML) and JSON3. Wrong cues are left out; nothing throws.
import { type Cue, tidy } from './cue.ts';
import { decodeEntities } from './entities.ts';

/** What opens a paragraph, with its attributes. */
const OPENING = /<(?:\w{1,20}:)?p(\s[^<>]{0,2000})?>/g;
const CLOSING = /<\/(?:\w{1,20}:)?p>/;
const BREAK = /<(?:\w{1,20}:)?br\b[^<>]{0,200}>/g;
const TAG = /<[^<>]{0,2000}>/g;
const CLOCK = /^(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9})|:(\d{1,3}))?$/;
const OFFSET = /^(\d{1,9})(?:\.(\d{1,9}))?(h|m|s|ms|f|t)$/;
const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
/** Of TTML, where a file does not name its own. */
const FRAME_RATE = 30;

/** Reads a TTML file, or one of SRV3, whose paragraphs have `t` and `d` in milliseconds. */
export function parseXml(text: string): readonly Cue[] {
  const tickRate = Number(/\bttp:tickRate="(\d{1,9})"/.exec(text)?.[1] ?? 0);
  const frameRate = Number(/\bttp:frameRate="(\d{1,3})"/.exec(text)?.[1] ?? FRAME_RATE);
  const cues: Cue[] = [];
  for (const { attributes, content } of paragraphsOf(text)) {
    const value = (name: string) => attributeOf(attributes, name);
    const [t, d] = [value('t'), value('d')];
    const time = (written: string | null) => timeOf(written, { tickRate, frameRate });
    const startMs = t === null ? time(value('begin')) : Number(t);
    const length = d === null ? time(value('dur')) : Number(d);
    const endMs = value('end') === null ? (startMs ?? 0) + (length ?? 0) : time(value('end'));
    if (startMs === null || endMs === null) continue;
    const words = content
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
      .replace(BREAK, '\n')
      .replace(TAG, '');
    cues.push({ startMs, endMs, text: decodeEntities(words) });
  }
  return tidy(cues.filter(({ startMs, endMs }) => Number.isFinite(startMs + endMs)));
}

/** Each paragraph, up to its end; one that begins before it ends has none. */
function paragraphsOf(text: string): { readonly attributes: string; readonly content: string }[] {
  const openings = [...text.matchAll(OPENING)];
  return openings.flatMap(({ 0: tag, 1: attributes = '', index }, which) => {
    const rest = text.slice(index + tag.length, openings[which + 1]?.index);
    const end = rest.search(CLOSING);
    return end < 0 ? [] : [{ attributes, content: rest.slice(0, end) }];
  });
}

/** Reads YouTube's JSON3: events with `tStartMs`, `dDurationMs` and segments. */
export function parseJson3(text: string): readonly Cue[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const events = isRecord(parsed) && Array.isArray(parsed['events']) ? parsed['events'] : [];
  const cues = events.flatMap((event: unknown): Cue[] => {
    if (!isRecord(event)) return [];
    const { tStartMs, dDurationMs, segs } = event;
    if (typeof tStartMs !== 'number' || typeof dDurationMs !== 'number' || !Array.isArray(segs))
      return [];
    const words = segs.map((seg: unknown) =>
      isRecord(seg) && typeof seg['utf8'] === 'string' ? seg['utf8'] : '',
    );
    return [{ startMs: tStartMs, endMs: tStartMs + dDurationMs, text: words.join('') }];
  });
  return tidy(cues);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(
    attributes,
  );
  return found?.[1] ?? found?.[2] ?? null;
}

type Rates = { readonly tickRate: number; readonly frameRate: number };

/** The time expressions of TTML, in milliseconds; null for anything else. */
function timeOf(written: string | null, { tickRate, frameRate }: Rates): number | null {
  if (written === null) return null;
  const clock = CLOCK.exec(written.trim());
  if (clock) {
    const [, hours, minutes, seconds, fraction = '0', frames = '0'] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (whole + Number(`0.${fraction}`) + Number(frames) / (frameRate || FRAME_RATE)) * 1000;
  }
  const offset = OFFSET.exec(written.trim());
  if (!offset) return null;
  const [, whole, fraction = '0', unit = 's'] = offset;
  const value = Number(`${whole}.${fraction}`);
  if (unit === 'f') return (value / (frameRate || FRAME_RATE)) * 1000;
  if (unit === 't') return tickRate > 0 ? (value / tickRate) * 1000 : null;
  return value * (UNIT_MS[unit] ?? 0);
}
