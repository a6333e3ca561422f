// How much room to leave at the front of an MP4 for its index, so that nothing has to be moved when it is written. Pure.
import type { ProbedPicture, ProbedSound } from '../../../core/jobs/check-file.ts';

// In a small file the room that stays empty would show, and moving it costs nothing.
const LEAST_SECONDS = 60;
const LEAST_LINES = 720;
const BASE_BYTES = 32 * 1024;
// Each picture: its size, its length, the difference between the orders of decoding and showing, and where it lies.
const PICTURE_BYTES = 4 + 8 + 8 + 4;
// Each packet of sound: its size. Each run of packets between two pictures: where it lies and how many there are.
const SOUND_BYTES = 4;
const RUN_BYTES = 4 + 12;
// Places beyond 4 GB take twice the bytes, and lengths that are announced are rounded.
const RESERVE = 1.1;
const LEAST_PACKET_SAMPLES = 960;

/** Bytes to leave, or null where the index is better written last and moved to the front. */
export function indexReserveBytes(
  picture: ProbedPicture,
  sound: ProbedSound | null,
  durationSeconds: number | null,
): number | null {
  if (durationSeconds === null || picture.fps === null) return null;
  const lines = Math.min(picture.width, picture.height);
  if (durationSeconds < LEAST_SECONDS || lines < LEAST_LINES) return null;
  const pictures = durationSeconds * picture.fps;
  const packets = sound ? (durationSeconds * sound.sampleRateHz) / LEAST_PACKET_SAMPLES : 0;
  const bytes =
    pictures * PICTURE_BYTES + packets * SOUND_BYTES + Math.min(pictures, packets) * RUN_BYTES;
  return Math.ceil(BASE_BYTES + bytes * RESERVE);
}
