// Finds the length of a recording whose container does not state it, from the times of its packets.
import type { Probe } from '../../core/files/checking/find-fault.ts';
import { countsFrames } from './checking/mpeg-audio.ts';
import { readFront } from './checking/read-front.ts';
import { walkMpegAudio } from './checking/walk-mpeg-audio.ts';
import type { Demuxer } from './making/guarded-input.ts';
import { withoutLengths } from './probe-media.ts';
import type { ProbeNeeds } from './run-ffprobe.ts';
import { tagBytes } from './sniff-media.ts';
import { type Span, spannedSeconds, walkPackets } from './walk-packets.ts';

const CPU_SECONDS = 10;

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
  if (demuxer === 'mp3')
    return withSeconds(probe, (await walkMpegAudio(path, probe.bytes, signal)).seconds);
  const walk = await walkPackets(needs, { demuxer, path }, signal, cpuSeconds);
  if (!walk.isWhole) return probe;
  const measured = withSpans(probe, walk.spans);
  return demuxer === 'aac' ? withAverageRate(measured) : measured;
}

/** The probe of a file that is frames of sound alone, which last so many seconds; 0 for unknown. */
export function withSeconds(probe: Probe, seconds: number): Probe {
  const sounds = probe.streams.filter(({ kind }) => kind === 'sound' && seconds > 0);
  const spans = new Map(sounds.map(({ index }) => [index, { start: 0, end: seconds }]));
  return withAverageRate(withSpans(withoutLengths(probe), spans));
}

/** Of files that are frames alone, ffprobe knows the bit rate of the first ones. */
function withAverageRate(probe: Probe): Probe {
  const { bytes, durationSeconds, streams } = probe;
  if (!durationSeconds) return probe;
  const bitsPerSecond = (bytes * 8) / durationSeconds;
  return {
    ...probe,
    streams: streams.map((one) => (one.kind === 'sound' ? { ...one, bitsPerSecond } : one)),
  };
}

async function statesLength(path: string): Promise<boolean> {
  return countsFrames(await readFront(path, tagBytes(await readFront(path))));
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
