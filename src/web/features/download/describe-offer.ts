// An offer in words and figures: its name, what it is, how large it will be.
import type { Offer } from '../../../shared/api.ts';
import { formatBytes } from '../../words/figures.ts';
import type { Words } from '../../words/words.tsx';
import { codecName, resolutionOf } from './codec-names.ts';

/** Keeps a figure and its unit on one line. */
const NO_BREAK = '\u00a0';
/** Keep a figure and its unit together where the page runs from right to left and Latin names stand beside them. */
const ISOLATED = '\u2068';
const END_OF_ISOLATED = '\u2069';

/** `≈ 84.2 MB`, `84.2 MB` where it is exact; null when there is no ground for a guess. */
export function sizeOf(offer: Offer, { t, language }: Words): string | null {
  if (offer.bytes === null) return null;
  const size = formatBytes(offer.bytes, language);
  return offer.bytesExact ? size : t('download.approximately', { size });
}

/** The name of a row: `1080p60`, `MP3 320 kbps`, `Original sound`. */
export function nameOf(offer: Offer, { t }: Words): string {
  if (offer.id === 'photo') return t('download.photo');
  if (offer.id === 'original-sound') return t('download.originalSound');
  if (offer.id.startsWith('mp3-') && offer.kilobitsPerSecond !== null)
    return t('download.mp3Row', { rate: offer.kilobitsPerSecond });
  return resolutionOf(offer) ?? t('download.videoRow');
}

/** `H.264 + AAC`, `AAC 128 kbps`, and that there is no sound where there is none. */
export function codecsOf(offer: Offer, { t }: Words): string {
  if (offer.container === 'image') return '';
  const sound = codecName(offer.audioCodec);
  if (offer.videoCodec !== null) {
    const picture = codecName(offer.videoCodec) ?? t('download.unknownCodec');
    if (offer.hasSound === 'no') return t('download.pictureAlone', { codec: picture });
    return sound ? `${picture} + ${sound}` : picture;
  }
  if (offer.id.startsWith('mp3-')) return 'MP3';
  const codec = sound ?? t('download.unknownCodec');
  const rate = offer.kilobitsPerSecond;
  return rate === null ? codec : t('download.soundAtRate', { codec, rate });
}

/** The line on a quality's card: `1080p60 · H.264 · ≈ 84.2 MB`. */
export function lineOf(offer: Offer, words: Words): string {
  return [resolutionOf(offer), codecName(offer.videoCodec), sizeOf(offer, words)]
    .filter((part) => part !== null)
    .map((part) => part.replaceAll(' ', NO_BREAK))
    .map((part) => (words.dir === 'rtl' ? `${ISOLATED}${part}${END_OF_ISOLATED}` : part))
    .join(' · ');
}
