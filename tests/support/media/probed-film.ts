// What probing a film of 100 seconds found, and changes of it.
import type {
  Probe,
  ProbedPicture,
  ProbedSound,
} from '../../../src/core/files/checking/find-fault.ts';

/** Its picture. */
export const picture: ProbedPicture = {
  kind: 'picture',
  index: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  fps: 30,
  dynamicRange: 'sdr',
  startSeconds: 0,
  durationSeconds: 100,
};
/** Its sound. */
export const sound: ProbedSound = {
  kind: 'sound',
  index: 1,
  codec: 'aac',
  sampleRateHz: 48_000,
  channels: 2,
  bitsPerSecond: 128_400,
  startSeconds: 0,
  durationSeconds: 100,
};
/** All of it. */
export const probe: Probe = {
  bytes: 1_000_000,
  startSeconds: 0,
  durationSeconds: 100,
  streams: [picture, sound],
};
/** With another picture. */
export const withPicture = (changes: Partial<ProbedPicture>): Probe => ({
  ...probe,
  streams: [{ ...picture, ...changes }, sound],
});
/** With another sound. */
export const withSound = (changes: Partial<ProbedSound>): Probe => ({
  ...probe,
  streams: [picture, { ...sound, ...changes }],
});
/** Of another length. */
export const lasting = (durationSeconds: number | null): Probe => ({ ...probe, durationSeconds });
