// Where the bytes of the lab's YouTube lie: the addresses that the player API gives and the media hosts understand.
import type { Format } from './itags.ts';
import type { Video } from './videos.ts';

const LIFETIME_SECONDS = 21_540;

/** The host of the films. */
export const FILE_HOST = 'rr1---sn-lab.googlevideo.com';
/** The host of the manifests and of what they name. */
export const MANIFEST_HOST = 'manifest.googlevideo.com';

/** The address of one format. It ends its life after six hours, as its `expire` says. */
export function fileAddress(
  video: Video,
  { itag, voice, mimeType }: Format,
  bytes: number,
): string {
  const query = new URLSearchParams({
    expire: String(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS),
    ip: '203.0.113.7',
    id: `o-${video.id}`,
    itag: String(itag),
    source: 'youtube',
    requiressl: 'yes',
    mime: mimeType.split(';')[0] ?? '',
    clen: String(bytes),
    dur: String(video.seconds),
  });
  if (voice !== null) query.set('xtags', `acont=${voice.mark}:lang=${voice.id.split('.')[0]}`);
  if (video.offer === 'puzzle') query.set('n', `xR7lab${video.id.slice(-2)}QzW`);
  return `https://${FILE_HOST}/videoplayback?${query}`;
}

/** The address of the HLS master playlist. */
export function hlsAddress(id: string): string {
  return `https://${MANIFEST_HOST}/api/manifest/hls_variant/id/${id}/source/youtube/playlist_type/DVR/file/index.m3u8`;
}

/** Where the parts of one HLS rendition lie; clients read the itag from it. */
export function hlsFolder(id: string, itag: number): string {
  return `https://${MANIFEST_HOST}/api/manifest/hls_playlist/id/${id}/itag/${itag}/playlist/`;
}

/** The address of the DASH manifest. */
export function dashAddress(id: string): string {
  return `https://${MANIFEST_HOST}/api/manifest/dash/id/${id}/source/youtube`;
}

/** The address of a video's picture of this name. */
export function pictureAddress(id: string, name: string): string {
  return `https://i.ytimg.com/vi/${id}/${name}.jpg`;
}
