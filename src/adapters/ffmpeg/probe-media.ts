// Probes a file or an arriving source with ffprobe in its sandbox, without decoding.
import type { Probe } from '../../core/files/checking/find-fault.ts';
import { AppError } from '../../shared/errors.ts';
import type { Demuxer } from './making/guarded-input.ts';
import { measurePictures } from './measure-pictures.ts';
import { isMachinesFault } from './read-failure.ts';
import { PROBE_ENTRIES, readProbe } from './read-probe.ts';
import { type ProbeNeeds, readFfprobe } from './run-ffprobe.ts';

/** What to probe: a file, or a source that is read from its start as it arrives. */
export type ProbeInput =
  | { readonly path: string; readonly bytes: number }
  | { readonly feed: AsyncIterable<Uint8Array> };

const DEADLINE_MS = 20_000;
/** The line of a source that arrives is given up by who fetches it. */
const ARRIVING_DEADLINE_MS = 15 * 60_000;
const MAX_JSON_BYTES = 256 * 1024;
/** The index of a film of four hours takes one. */
const CPU_SECONDS = 10;

/**
 * Probes the input. Throws AppError `bad_media` when it cannot be read, the signal's reason, or the error of the feed.
 */
export async function probeMedia(
  needs: ProbeNeeds,
  demuxer: Demuxer,
  input: ProbeInput,
  signal: AbortSignal,
  cpuSeconds = CPU_SECONDS,
): Promise<Probe> {
  const end = await readFfprobe(needs, {
    demuxer,
    input,
    show: ['-show_entries', PROBE_ENTRIES, '-of', 'json'],
    cpuSeconds,
    signal,
    deadlineMs: 'path' in input ? DEADLINE_MS : ARRIVING_DEADLINE_MS,
    maxOutputBytes: MAX_JSON_BYTES,
  });
  const probe =
    end.exitCode === 0 ? readProbe(end.output, 'bytes' in input ? input.bytes : 0) : null;
  if (!probe) {
    const code = isMachinesFault(end) ? 'making_failed' : 'bad_media';
    throw new AppError(code, { detail: `ffprobe: ${end.reason}: ${end.errors.slice(0, 300)}` });
  }
  if (demuxer === 'aac') return withoutLengths(probe);
  if ('feed' in input) return probe;
  return measurePictures(needs, { demuxer, path: input.path }, probe, signal, cpuSeconds);
}

/** A probe of a file that does not state its lengths: ffprobe estimates them by the first bit rate. */
export function withoutLengths(probe: Probe): Probe {
  return {
    ...probe,
    durationSeconds: null,
    streams: probe.streams.map((stream) =>
      'durationSeconds' in stream ? { ...stream, durationSeconds: null } : stream,
    ),
  };
}
