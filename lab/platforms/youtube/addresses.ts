// The addresses of the lab's YouTube media, as the player API gives them and the media hosts parse them.
import type { Format } from './itags.ts';
import type { Video } from './videos.ts';

const LIFETIME_SECONDS = 21_540;

/** The host of the videos. */
export const FILE_HOST = 'rr1---sn-lab.googlevideo.com';
/** The host of the manifests and their files. */
export const MANIFEST_HOST = 'manifest.googlevideo.com';

/** The address of one format. Its `expire` parameter expires after six hours. */
export function fileAddress(
  video: Video,
  { itag, voice, caveat, mimeType }: Format,
  bytes: number,
): string {
  const query = new URLSearchParams({
    // First, so that a fault can be that of one format.
    itag: String(itag),
    expire: String(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS),
    ip: '203.0.113.7',
    id: `o-${video.id}`,
    source: 'youtube',
    requiressl: 'yes',
    mime: mimeType.split(';')[0] ?? '',
    clen: String(bytes),
    dur: String(video.seconds),
  });
  const xtags = [
    ...(voice === null ? [] : [`acont=${voice.mark}`, `lang=${voice.id.split('.')[0]}`]),
    ...(caveat === 'upscaled' ? ['sr=1'] : []),
    ...(caveat === 'drc' ? ['drc=1'] : []),
  ];
  if (xtags.length > 0) query.set('xtags', xtags.join(':'));
  if (video.offer === 'puzzle') query.set('n', `xR7lab${video.id.slice(-2)}QzW`);
  return `https://${FILE_HOST}/videoplayback?${query}`;
}

/** The address of the HLS master playlist. */
export function hlsAddress(id: string): string {
  return `https://${MANIFEST_HOST}/api/manifest/hls_variant/id/${id}/source/youtube/playlist_type/DVR/file/index.m3u8`;
}

/** The address of the files of one HLS rendition; clients read the itag from it. */
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
