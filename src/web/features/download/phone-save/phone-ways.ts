// What a phone can do with a finished file: whether its photo album takes it, and whether it can be handed to the share sheet.
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { FILE_FORMATS, type FileFormat } from '../../../../shared/media/formats.ts';
import { type BrowserSigns, isIos } from '../../../frame/safari/which-warning.ts';

/** `album`: Photos or the gallery shows it; `sound` and `video` go to Files, since the album takes no sound, or not this video. */
export type PhoneWay = 'album' | 'sound' | 'video';

type File = Pick<DownloadResult, 'format' | 'filename' | 'receipt'>;

/** The whole file is in memory while it is shared. */
const MAX_BYTES = 200_000_000;
/** The most that phones decode. */
const MAX_PIXELS = 4096 * 2304;

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};

/**
 * What becomes of a file, by what the check found in it. Photos of iPhones takes H.264 and H.265 with AAC in MP4 and MOV, of which
 * `playsOn` says that they are of a common profile; galleries of Android take MP3 beside it, and VP8 and VP9 in WebM.
 */
export function phoneWayOf({ receipt }: Pick<File, 'receipt'>, browser: BrowserSigns): PhoneWay {
  const { container, picture, sound, playsOn, durationSeconds } = receipt;
  if (!picture) return 'sound';
  if (container === 'image' && durationSeconds === null) return 'album';
  const isApple = isIos(browser);
  const { codec, width, height } = picture;
  const heard = sound?.codec ?? 'aac';
  const isPlain = playsOn.includes('everything') || playsOn.includes('recentPhones');
  const isUsual =
    (container === 'mp4' || (isApple && container === 'mov')) &&
    (codec === 'h264' || codec === 'h265') &&
    (heard === 'aac' || (!isApple && heard === 'mp3')) &&
    isPlain;
  const isWebM =
    !isApple &&
    container === 'webm' &&
    (codec === 'vp8' || codec === 'vp9') &&
    (sound === null || heard === 'opus' || heard === 'vorbis');
  return (isUsual || isWebM) && width * height <= MAX_PIXELS ? 'album' : 'video';
}

/** Returns the media type of a file to share, or null where this device cannot share it. */
export function shareType({ format, filename, receipt }: File): string | null {
  const type = FILE_FORMATS[format as FileFormat]?.mimeType ?? IMAGE_TYPES[format];
  if (type === undefined || receipt.bytes > MAX_BYTES) return null;
  const sample = new File([], filename, { type });
  return navigator.canShare?.({ files: [sample] }) ? type : null;
}
