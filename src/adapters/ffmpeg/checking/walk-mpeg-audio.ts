// Reads every frame header of an MP3, and how long its frames last together.
import { tagBytes } from '../sniff-media.ts';
import { comparePackets } from './alike-packets.ts';
import { type ReadWindow, withWindow } from './file-window.ts';
import { type AudioFrame, countsFrames, readAudioFrame } from './mpeg-audio.ts';

/** The frames of a file. */
export type WalkedAudio = {
  /** Where the first frame begins, behind tags. */
  readonly start: number;
  readonly seconds: number;
  /** Each frame begins where the one before ends, up to the tags at the end. */
  readonly isWhole: boolean;
  /** The first frame states how many there are. */
  readonly statesLength: boolean;
  /** They are all the same, as encoders write silence at a constant rate. */
  readonly areAlike: boolean;
};

/** The longest frame, with the header of the next one: MPEG-2.5, layer II, 160 kbit/s at 8 kHz. */
const FRAME_BYTES = 2886;
/** Tags before the first frame, and bytes between frames that are none. */
const MAX_TAGS = 16;
const MAX_SKIPPED_BYTES = 32 * 1024 * 1024;
const LAST_TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3'];

/** Walks over a file of `bytes` bytes. Throws the signal's reason. */
export function walkMpegAudio(
  path: string,
  bytes: number,
  signal: AbortSignal,
): Promise<WalkedAudio> {
  return withWindow(path, signal, async (read) => {
    const start = await endOfTags(read);
    const contents = comparePackets();
    let first: AudioFrame | null = null;
    let samples = 0;
    let [statesLength, isWhole] = [false, true];
    let skipped = 0;
    for (let at = start; at < bytes; ) {
      const window = await read(at, FRAME_BYTES);
      const frame = readAudioFrame(window, 0);
      if (frame && isAlike(frame, first) && at + frame.bytes <= bytes) {
        const content = window.subarray(0, frame.bytes);
        at += frame.bytes;
        if (!first && countsFrames(content)) {
          statesLength = true;
        } else {
          samples += frame.samples;
          contents.add(content);
        }
        first ??= frame;
        continue;
      }
      if (isEnd(window, bytes - at)) break;
      isWhole = false;
      // It is shorter by now.
      if (window.length === 0 || skipped > MAX_SKIPPED_BYTES) break;
      const step = nextFrameIn(window, first);
      skipped += step;
      at += step;
    }
    const seconds = first ? samples / first.samplesPerSecond : 0;
    return { start, seconds, isWhole, statesLength, areAlike: contents.areAlike() };
  });
}

async function endOfTags(read: ReadWindow): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    const bytes = tagBytes(await read(at, 10));
    if (bytes === 0) return at;
    at += bytes;
  }
  return at;
}

/** Frames of one file have one rate and one layer. */
function isAlike(frame: AudioFrame, first: AudioFrame | null): boolean {
  return (
    !first || (frame.samplesPerSecond === first.samplesPerSecond && frame.samples === first.samples)
  );
}

/** Tags follow, or zeros up to the end. */
function isEnd(window: Buffer, left: number): boolean {
  const isTag = LAST_TAGS.some((tag) => window.toString('latin1', 0, tag.length) === tag);
  return isTag || (left <= window.length && window.every((byte) => byte === 0));
}

/** How far it is to the next frame that another one follows, at most to the end of these bytes. */
function nextFrameIn(window: Buffer, first: AudioFrame | null): number {
  for (let at = window.indexOf(0xff, 1); at >= 0; at = window.indexOf(0xff, at + 1)) {
    const frame = readAudioFrame(window, at);
    if (!frame || !isAlike(frame, first)) continue;
    const next = at + frame.bytes;
    if (next + 4 > window.length || readAudioFrame(window, next)) return at;
  }
  return window.length;
}
