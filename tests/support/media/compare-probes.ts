// Compares the probe that is read from an MP4's index with ffprobe's.
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { boxIn } from '../../../src/adapters/ffmpeg/checking/mp4-layout.ts';
import { probeIndex } from '../../../src/adapters/ffmpeg/checking/mp4-probe.ts';
import { probeMedia } from '../../../src/adapters/ffmpeg/probe-media.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Probe } from '../../../src/core/files/checking/find-fault.ts';

/** The box `moov` of a file. */
export function indexOf(file: Buffer): Buffer {
  for (let at = 0; at < file.length; ) {
    const box = boxIn(file.subarray(at, at + 16), at, file.length);
    if (!box) break;
    if (box.type === 'moov') return file.subarray(box.start, box.end);
    at = box.end;
  }
  throw new Error('there is no index');
}

const sandbox = await probeSandboxes();

/** What must be equal, and what may differ by rounding: ffprobe rounds times and rates differently. */
function comparable(probe: Probe) {
  return probe.streams.map((stream) => {
    const { kind, index } = stream;
    if (stream.kind === 'picture') {
      const { codec, width, height, dynamicRange } = stream;
      return { kind, index, codec, width, height, dynamicRange };
    }
    if (stream.kind !== 'sound') return { kind, index };
    const { codec, sampleRateHz, channels } = stream;
    return { kind, index, codec, sampleRateHz, channels };
  });
}

/** Expects both probes of a file to agree, and returns ours. */
export async function compareProbes(path: string): Promise<Probe> {
  const file = await readFile(path);
  const probe = probeIndex(indexOf(file), file.length);
  if (!probe) throw new Error(`${path} was not read`);
  const { signal } = new AbortController();
  const theirs = await probeMedia(
    { ffprobePath: 'ffprobe', sandbox },
    'mov',
    { path, bytes: file.length },
    signal,
  );
  expect(comparable(probe), path).toEqual(comparable(theirs));
  expect(Math.abs((probe.durationSeconds ?? 0) - (theirs.durationSeconds ?? 0))).toBeLessThan(0.05);
  expect(Math.abs(probe.startSeconds - theirs.startSeconds)).toBeLessThan(0.05);
  expect(probe.bytes).toBe(theirs.bytes);
  for (const [at, stream] of probe.streams.entries()) {
    const other = theirs.streams[at];
    if (stream.kind === 'picture' && other?.kind === 'picture')
      expect(Math.abs((stream.fps ?? 0) - (other.fps ?? 0))).toBeLessThan(0.1);
  }
  return probe;
}
