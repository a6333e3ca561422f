// Estimates the space to reserve for the index at the front of an MP4, so that the media need not be moved for it. Pure.
import type { ProbedPicture, ProbedSound } from '../../../../core/files/checking/find-fault.ts';

// In a small file the unused reserve would show, and moving the media costs nothing.
const LEAST_SECONDS = 60;
const LEAST_LINES = 720;
const BASE_BYTES = 32 * 1024;
// Each frame: its size, duration, composition offset, and chunk offset.
const PICTURE_BYTES = 4 + 8 + 8 + 4;
// Each audio packet: its size. Each run of packets between two frames: its offset and number of packets.
const SOUND_BYTES = 4;
const RUN_BYTES = 4 + 12;
// The longest title, its start, and the size, length and place of the same as a text.
const CHAPTER_BYTES = 255 + 9 + 4 + 8 + 4;
// Offsets beyond 4 GB take twice the bytes, and announced durations are rounded.
const RESERVE = 1.1;
const LEAST_PACKET_SAMPLES = 960;

/** Bytes to reserve, or null where the index is better written last and moved to the front. */
export function indexReserveBytes(
  picture: ProbedPicture,
  sound: ProbedSound | null,
  durationSeconds: number | null,
  chapters = 0,
): number | null {
  if (durationSeconds === null || picture.fps === null) return null;
  const lines = Math.min(picture.width, picture.height);
  if (durationSeconds < LEAST_SECONDS || lines < LEAST_LINES) return null;
  const pictures = durationSeconds * picture.fps;
  const packets = sound ? (durationSeconds * sound.sampleRateHz) / LEAST_PACKET_SAMPLES : 0;
  const bytes =
    pictures * PICTURE_BYTES +
    packets * SOUND_BYTES +
    Math.min(pictures, packets) * RUN_BYTES +
    chapters * CHAPTER_BYTES;
  return Math.ceil(BASE_BYTES + bytes * RESERVE);
}
