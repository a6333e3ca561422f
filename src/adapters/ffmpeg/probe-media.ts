// Probes a file or an arriving source with ffprobe in its sandbox, without decoding.
import type { Probe } from '../../core/files/checking/check-file.ts';
import { AppError } from '../../shared/errors.ts';
import type { Sandbox } from '../process/sandbox.ts';
import {
  type Demuxer,
  guardedInput,
  type InputPlace,
  QUIET_ARGUMENTS,
} from './making/guarded-input.ts';
import { isMachinesFault } from './read-failure.ts';
import { PROBE_ENTRIES, readProbe } from './read-probe.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** What ffprobe is run with. */
export type ProbeNeeds = { readonly ffprobePath: string; readonly sandbox: Sandbox };

/** What to probe: a file, or a source that is read from its start as it arrives. */
export type ProbeInput =
  | { readonly path: string; readonly bytes: number }
  | { readonly feed: AsyncIterable<Uint8Array> };

const DEADLINE_MS = 20_000;
const MAX_JSON_BYTES = 256 * 1024;
const LIMITS = { dataBytes: 1024 ** 3, files: 64, fileBytes: 0 };
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
  const place: InputPlace = 'feed' in input ? { descriptor: 0 } : { path: input.path };
  let json = '';
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs.ffprobePath,
    args: [
      ...QUIET_ARGUMENTS,
      ...guardedInput(demuxer, place),
      '-show_entries',
      PROBE_ENTRIES,
      '-of',
      'json',
    ],
    feeds: 'feed' in input ? [input.feed] : [],
    files: { read: 'path' in input ? [input.path] : [], write: [] },
    limits: { ...LIMITS, cpuSeconds },
    signal,
    deadlineMs: DEADLINE_MS,
    onOutput: (text) => {
      json += text;
    },
    maxOutputBytes: MAX_JSON_BYTES,
  });
  const probe = end.exitCode === 0 ? readProbe(json, 'bytes' in input ? input.bytes : 0) : null;
  if (probe) return demuxer === 'aac' ? withoutLengths(probe) : probe;
  const code = isMachinesFault(end) ? 'making_failed' : 'bad_media';
  throw new AppError(code, { detail: `ffprobe: ${end.reason}: ${end.errors.slice(0, 300)}` });
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
