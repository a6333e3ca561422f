// Recognizes an image by its first bytes; only the types named here ever reach a decoder.

/** ffmpeg's demuxer for an image that arrives through a pipe. */
export type PictureDemuxer = 'jpeg_pipe' | 'png_pipe' | 'webp_pipe';

/** The demuxer for these bytes, or null for anything but JPEG, PNG and WebP (SVG and HTML included). */
export function sniffPicture(bytes: Uint8Array): PictureDemuxer | null {
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg_pipe';
  if (bytes[0] === 0x89 && text(1, 8) === 'PNG\r\n\x1a\n') return 'png_pipe';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp_pipe';
  return null;
}
