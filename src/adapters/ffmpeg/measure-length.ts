// Finds the length of a recording whose container does not state it, from the times of its packets.
import type { Probe } from '../../core/files/checking/find-fault.ts';
import { readFront } from './checking/read-front.ts';
import type { Demuxer } from './making/guarded-input.ts';
import { withoutLengths } from './probe-media.ts';
import type { ProbeNeeds } from './run-ffprobe.ts';
import { tagBytes } from './sniff-media.ts';
import { type Span, spannedSeconds, walkPackets } from './walk-packets.ts';

const CPU_SECONDS = 10;

/** The frame at the start of an MP3 that states how many there are begins its data with one of these. */
const FRAME_COUNTS = ['Xing', 'Info', 'VBRI'];

/**
 * The probe with the lengths of the file and of its streams, by one walk over the packets; unchanged where that does not end, and
 * for a file that states its length. Throws the signal's reason.
 */
export async function measureLength(
  needs: ProbeNeeds,
  { demuxer, path }: { readonly demuxer: Demuxer; readonly path: string },
  probe: Probe,
  signal: AbortSignal,
  cpuSeconds = CPU_SECONDS,
): Promise<Probe> {
  const isStated = demuxer !== 'mp3' || (await statesLength(path));
  if (isStated && (probe.durationSeconds ?? 0) > 0) return probe;
  const walk = await walkPackets(needs, { demuxer, path }, signal, cpuSeconds);
  const known = isStated ? probe : withoutLengths(probe);
  if (!walk.isWhole) return known;
  const measured = withSpans(known, walk.spans);
  return demuxer === 'mp3' || demuxer === 'aac' ? withAverageRate(measured) : measured;
}

/** The probe with the rate of all its bytes: of files that are frames alone, ffprobe knows the bit rate of the first ones. */
export function withAverageRate(probe: Probe): Probe {
  const { bytes, durationSeconds, streams } = probe;
  if (!durationSeconds) return probe;
  const bitsPerSecond = (bytes * 8) / durationSeconds;
  return {
    ...probe,
    streams: streams.map((one) => (one.kind === 'sound' ? { ...one, bitsPerSecond } : one)),
  };
}

async function statesLength(path: string): Promise<boolean> {
  const frame = await readFront(path, tagBytes(await readFront(path)));
  return FRAME_COUNTS.some((name) => Buffer.from(frame).includes(name));
}

/** The probe with what it lacks of lengths, by the spans of its streams. */
export function withSpans(probe: Probe, spans: ReadonlyMap<number, Span>): Probe {
  const durationSeconds = spannedSeconds(probe, spans);
  if (durationSeconds === null) return probe;
  return {
    ...probe,
    durationSeconds,
    streams: probe.streams.map((stream) => {
      const span = spans.get(stream.index);
      if (!span || (stream.kind !== 'picture' && stream.kind !== 'sound')) return stream;
      return { ...stream, durationSeconds: stream.durationSeconds ?? span.end - span.start };
    }),
  };
}
