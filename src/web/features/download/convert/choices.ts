// What can be chosen of a conversion, and the request for it. Pure.
import type { ConvertRequest, DownloadResult } from '../../../../shared/api/download.ts';
import type { EditFormat } from '../../../../shared/media/formats.ts';

/** The sizes of video: as it is, two smaller pictures, or a file that fits. */
export const SIZES = ['high', 'medium', 'low', 'fit'] as const;
/** One of {@link SIZES}. */
export type Size = (typeof SIZES)[number];

/** Sizes to fit, in megabytes: what messengers, mail and chats take. */
export const FITS = [10, 25, 50, 100] as const;
/** Bit rates to choose from, in kilobits per second. */
export const RATES = [320, 192, 128, 96, 64] as const;

/** What most people take for music. */
const USUAL_RATE = 192;

/** What the visitor chose. `megabytes` counts with the size `fit`, `rate` for audio: `same` copies it, where that is possible. */
export type Choice = {
  readonly format: EditFormat;
  readonly size: Size;
  readonly megabytes: (typeof FITS)[number];
  readonly rate: (typeof RATES)[number] | 'same';
};

/** Bytes of a megabyte. */
export const MB = 1_000_000;
/** What most messengers take, in megabytes. */
export const MESSENGER_MEGABYTES = 10;
// Not from the table of formats itself, which would then be loaded with every page.
const KINDS: Readonly<Record<EditFormat, 'video' | 'audio'>> = {
  mp4: 'video',
  webm: 'video',
  avi: 'video',
  mov: 'video',
  mp3: 'audio',
  aac: 'audio',
  m4a: 'audio',
};
const FORMATS = Object.keys(KINDS) as readonly EditFormat[];

/** The name of a format as people write it. */
export function nameOf(format: EditFormat): string {
  return format === 'webm' ? 'WebM' : format.toUpperCase();
}

/** Whether a format has sound only. */
export function isAudio(format: EditFormat): boolean {
  return KINDS[format] === 'audio';
}

/** The formats that a file can become. */
export function formatsFor({ receipt }: Pick<DownloadResult, 'receipt'>): readonly EditFormat[] {
  return FORMATS.filter((format) =>
    isAudio(format) ? receipt.sound !== null : receipt.picture !== null,
  );
}

/** Whether the sound of a file can become a file of its own as it is. */
export function keepsSound({ receipt }: Pick<DownloadResult, 'receipt'>, format: EditFormat) {
  return isAudio(format) && receipt.sound?.codec === (format === 'mp3' ? 'mp3' : 'aac');
}

/** The first choice for a file: sound for a video, else a video for others. */
export function firstChoice(result: Pick<DownloadResult, 'receipt'>): Choice {
  const formats = formatsFor(result);
  const other = formats.find((format) => format !== result.receipt.container);
  const format = formats.includes('mp3') && result.receipt.container !== 'mp3' ? 'mp3' : other;
  const choice: Choice = {
    format: format ?? 'mp4',
    size: 'high',
    megabytes: MESSENGER_MEGABYTES,
    rate: USUAL_RATE,
  };
  return withFormat(choice, choice.format, result);
}

/** Another format, with its sound as it is where that is possible. */
export function withFormat(
  choice: Choice,
  format: EditFormat,
  result: Pick<DownloadResult, 'receipt'>,
): Choice {
  const usual = choice.rate === 'same' ? USUAL_RATE : choice.rate;
  return { ...choice, format, rate: keepsSound(result, format) ? 'same' : usual };
}

/** An MP4 as good as the file, and that plays everywhere. */
export const EVERYWHERE: Choice = {
  format: 'mp4',
  size: 'high',
  megabytes: MESSENGER_MEGABYTES,
  rate: USUAL_RATE,
};

/** Whether a file is a video that no messenger takes as it is. */
export function isTooLargeForMessengers({ receipt }: Pick<DownloadResult, 'receipt'>): boolean {
  return receipt.picture !== null && receipt.bytes > MESSENGER_MEGABYTES * MB;
}

/** The request for a choice. An MP4 plays everywhere, as its sentence says. */
export function requestFor(job: string, { format, size, megabytes, rate }: Choice): ConvertRequest {
  if (isAudio(format))
    return { job, format, ...(rate === 'same' ? {} : { kilobitsPerSecond: rate }) };
  const video = { job, format, ...(format === 'mp4' && { everywhere: true as const }) };
  if (size === 'fit') return { ...video, maxBytes: megabytes * MB };
  return { ...video, ...(size === 'high' ? {} : { quality: size }) };
}
