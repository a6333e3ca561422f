// What a visitor wants done with a finished file or an upload: trim it, convert it, or make it fit a size.
import type { EditFormat } from '../../../shared/media/formats.ts';
import type { Quality } from '../../../shared/media/qualities.ts';
import type { Span } from '../choice.ts';

/**
 * One edit. `container: null` keeps the format. `span: null` keeps the whole length; with `keyframe` it begins at the key frame at
 * or before its start and nothing is re-encoded, with `exact` it is cut to the frame. `quality` bounds the size of the picture and
 * the bit rate; `kilobitsPerSecond` is the bit rate of the audio; null leaves both to the format. `maxBytes` is the most bytes
 * that the file may have. `everywhere`: as an MP4 that plays everywhere, encoding what does not.
 */
export type Edit = {
  readonly container: EditFormat | null;
  readonly span: Span | null;
  readonly cut: 'keyframe' | 'exact';
  readonly quality: Quality | null;
  readonly kilobitsPerSecond: number | null;
  readonly maxBytes: number | null;
  readonly everywhere?: boolean;
};
