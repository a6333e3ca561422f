// Counts the pictures of a file whose index does not tell how many there are in a second.
import type { Probe } from '../../core/files/checking/check-file.ts';
import type { Demuxer } from './making/guarded-input.ts';
import type { ProbeNeeds } from './run-ffprobe.ts';
import { spannedSeconds, walkPackets } from './walk-packets.ts';

/** In less time, a few pictures are no rate. */
const SHORTEST_SECONDS = 0.1;

/** The probe with the average rates that it lacks; unchanged where it has all. Throws the signal's reason. */
export async function measureRates(
  needs: ProbeNeeds,
  file: { readonly demuxer: Demuxer; readonly path: string },
  probe: Probe,
  signal: AbortSignal,
  cpuSeconds: number,
): Promise<Probe> {
  if (!probe.streams.some(lacksRate)) return probe;
  const walk = await walkPackets(needs, file, signal, cpuSeconds);
  const seconds = Math.max(SHORTEST_SECONDS, spannedSeconds(probe, walk.spans) ?? 0);
  return {
    ...probe,
    streams: probe.streams.map((stream) => {
      const { count = 0 } = walk.spans.get(stream.index) ?? {};
      return lacksRate(stream) && count > 0 ? { ...stream, fps: count / seconds } : stream;
    }),
  };
}

const lacksRate = (stream: Probe['streams'][number]) =>
  stream.kind === 'picture' && stream.fps === null;
