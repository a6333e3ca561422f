// Whether this device can hand a finished file to its share sheet, which leads to Photos, Files and other apps.
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { FILE_FORMATS, type FileFormat } from '../../../../shared/media/formats.ts';

/** The whole file is in memory while it is shared. */
const MAX_BYTES = 200_000_000;
const PHONE = '(pointer: coarse)';

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** Returns the media type of a file to share, or null where it cannot be shared. */
export function shareType({
  format,
  filename,
  receipt,
}: Pick<DownloadResult, 'format' | 'filename' | 'receipt'>): string | null {
  const type = FILE_FORMATS[format as FileFormat]?.mimeType ?? IMAGE_TYPES[format];
  if (type === undefined || receipt.bytes > MAX_BYTES || !matchMedia(PHONE).matches) return null;
  const sample = new File([], filename, { type });
  return navigator.canShare?.({ files: [sample] }) ? type : null;
}
