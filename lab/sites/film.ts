// The recipe of the films that the extra sites of the lab show.
import type { Variant } from '../media/media.ts';

/** Ten seconds of one colour and one tone. */
export function film(width: number, height: number, colour: string, toneHz: number): Variant {
  return {
    container: 'mp4',
    seconds: 10,
    picture: { codec: 'h264', width, height, fps: 25, colour },
    sound: { codec: 'aac', toneHz, kilobitsPerSecond: 64 },
  };
}
