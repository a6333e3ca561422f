// Finds the length of a recording whose container does not state it, from the times of its packets.
import type { Probe } from '../../core/files/checking/check-file.ts';
import { readFront } from './checking/read-front.ts';
import type { Demuxer } from './making/guarded-input.ts';
import { withoutLengths } from './probe-media.ts';
import { eachLine, type ProbeNeeds, runFfprobe } from './run-ffprobe.ts';
import { tagBytes } from './sniff-media.ts';

const CPU_SECONDS = 10;
const DEADLINE_MS = 30_000;
/** A line for each packet: those of a film of four hours. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The frame at the start of an MP3 that states how many there are begins its data with one of these. */
const FRAME_COUNTS = ['Xing', 'Info', 'VBRI'];

/** From the first packet of a stream to the end of its last. */
type Span = { start: number; end: number };

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
  const spans = new Map<number, Span>();
  const end = await runFfprobe(needs, {
    demuxer,
    input: { path },
    show: ['-show_entries', 'packet=stream_index,pts_time,duration_time', '-of', 'csv=p=0'],
    cpuSeconds,
    signal,
    deadlineMs: DEADLINE_MS,
    onOutput: eachLine((line) => addPacket(spans, line)),
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const known = isStated ? probe : withoutLengths(probe);
  if (end.exitCode !== 0 || end.reason !== 'exit') return known;
  const measured = withSpans(known, spans);
  return demuxer === 'mp3' || demuxer === 'aac' ? withAverageRate(measured) : measured;
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
  const frame = await readFront(path, tagBytes(await readFront(path)));
  return FRAME_COUNTS.some((name) => Buffer.from(frame).includes(name));
}

/** A line such as `1,5.974000,0.020000`; the duration is `N/A` where the container has none. */
function addPacket(spans: Map<number, Span>, line: string): void {
  const [index, start, seconds] = line.split(',').map(Number.parseFloat);
  if (index === undefined || start === undefined || !Number.isFinite(start)) return;
  const end = start + (seconds && seconds > 0 ? seconds : 0);
  const span = spans.get(index);
  if (!span) spans.set(index, { start, end });
  else {
    span.start = Math.min(span.start, start);
    span.end = Math.max(span.end, end);
  }
}

function withSpans(probe: Probe, spans: ReadonlyMap<number, Span>): Probe {
  const isMedia = ({ kind }: Probe['streams'][number]) => kind === 'picture' || kind === 'sound';
  const found = probe.streams.filter(isMedia).flatMap(({ index }) => spans.get(index) ?? []);
  if (found.length === 0) return probe;
  const first = Math.min(...found.map(({ start }) => start));
  return {
    ...probe,
    durationSeconds: Math.max(...found.map(({ end }) => end)) - first,
    streams: probe.streams.map((stream) => {
      const span = spans.get(stream.index);
      if (!span || (stream.kind !== 'picture' && stream.kind !== 'sound')) return stream;
      return { ...stream, durationSeconds: stream.durationSeconds ?? span.end - span.start };
    }),
  };
}
