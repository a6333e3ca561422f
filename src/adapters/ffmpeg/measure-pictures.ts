// Finds what the index of a file does not tell of its pictures: how many there are in a second, and how long the last one is shown.
import { MAX_DIFFERENCE_SECONDS, type Probe } from '../../core/files/checking/find-fault.ts';
import type { Demuxer } from './making/guarded-input.ts';
import type { ProbeNeeds } from './run-ffprobe.ts';
import { spannedSeconds, walkPackets } from './walk-packets.ts';

/** In less time, a few pictures are no rate. */
const SHORTEST_SECONDS = 0.1;
const CPU_SECONDS = 10;

/** The probe with what it lacks, by one walk over the packets; unchanged where it lacks nothing. Throws the signal's reason. */
export async function measurePictures(
  needs: ProbeNeeds,
  file: { readonly demuxer: Demuxer; readonly path: string },
  probe: Probe,
  signal: AbortSignal,
  cpuSeconds = CPU_SECONDS,
): Promise<Probe> {
  const endsEarly = file.demuxer === 'mov' ? endsEarlyIn(probe) : () => false;
  if (!probe.streams.some((stream) => lacksRate(stream) || endsEarly(stream))) return probe;
  const walk = await walkPackets(needs, file, signal, cpuSeconds);
  const seconds = Math.max(SHORTEST_SECONDS, spannedSeconds(probe, walk.spans) ?? 0);
  return {
    ...probe,
    streams: probe.streams.map((stream) => {
      const span = walk.spans.get(stream.index);
      if (stream.kind !== 'picture' || !span) return stream;
      const { fps, durationSeconds } = stream;
      return {
        ...stream,
        fps: fps ?? span.count / seconds,
        durationSeconds: endsEarly(stream)
          ? Math.max(durationSeconds ?? 0, span.end - span.start)
          : durationSeconds,
      };
    }),
  };
}

type Stream = Probe['streams'][number];

const lacksRate = (stream: Stream) => stream.kind === 'picture' && stream.fps === null;

/** Whether a picture seems to end early: ffprobe adds up the times between decoded frames, which leave out how late the last are shown. */
const endsEarlyIn = (probe: Probe) => (stream: Stream) =>
  stream.kind === 'picture' &&
  stream.startSeconds + (stream.durationSeconds ?? Infinity) + MAX_DIFFERENCE_SECONDS <
    probe.startSeconds + (probe.durationSeconds ?? 0);
