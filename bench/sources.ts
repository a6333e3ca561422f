// The media that the benchmark is about: made before anything is timed, if there is disk space.
import { mkdir, statfs } from 'node:fs/promises';
import type { MediaFile } from '../lab/media/media.ts';
import { MEDIA_CACHE } from '../lab/media/media-cache.ts';
import { createMediaLibrary } from '../lab/media/media-library.ts';
import { fileAddress } from '../lab/platforms/youtube/addresses.ts';
import { bigVideo } from '../lab/platforms/youtube/long-video.ts';
import { watch } from '../lab/platforms/youtube/videos.ts';

const MB = 1e6;

/** A video of the lab with its two made files: the picture alone, and the sound with the address it has now. */
export type Source = {
  readonly url: string;
  readonly bytes: number;
  readonly sound: MediaFile & { readonly address: string };
};

/** Makes the media of a big video. */
export async function prepareSource(id: string): Promise<Source> {
  const video = bigVideo(id);
  const library = createMediaLibrary();
  const [picture, sound] = video?.formats ?? [];
  if (!video || !picture || !sound) throw new TypeError(`${id} is no big video.`);
  const { bytes } = await library.file(picture.variant);
  const soundFile = await library.file(sound.variant);
  return {
    url: watch(id),
    bytes: bytes + soundFile.bytes,
    sound: { ...soundFile, address: fileAddress(video, sound, soundFile.bytes) },
  };
}

/** Throws when the disk has no room for this many megabytes of media, their parts and the file made of them. */
export async function requireRoom(megabytes: number): Promise<void> {
  await mkdir(MEDIA_CACHE, { recursive: true });
  const { bavail, bsize } = await statfs(MEDIA_CACHE);
  const needed = megabytes * 4 * MB;
  if (bavail * bsize < needed)
    throw new Error(`${Math.round(needed / 1e9)} GB of disk are needed; take a smaller size.`);
}
