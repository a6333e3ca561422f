// Texts that describe an offer: its name, codecs and size.
import type { Offer } from '../../../shared/api/inspect.ts';
import { formatBytes } from '../../words/figures.ts';
import type { Words } from '../../words/words.tsx';
import { codecName, resolutionOf } from './codec-names.ts';

/** Keeps a number and its unit on one line. */
const NO_BREAK = '\u00a0';
/** Keep a number and its unit together in right-to-left text next to Latin names. */
const ISOLATED = '\u2068';
const END_OF_ISOLATED = '\u2069';

/** Returns `≈ 84.2 MB`, or `84.2 MB` if it is exact; null if the size cannot be estimated. */
export function sizeOf(offer: Offer, { t, language }: Words): string | null {
  if (offer.bytes === null) return null;
  const size = formatBytes(offer.bytes, language);
  return offer.bytesExact ? size : t('download.approximately', { size });
}

/** Returns what the platform says against a file, and that its voice is unknown. */
export function caveatsOf(
  { caveats, voice }: Pick<Offer, 'caveats' | 'voice'>,
  platform: string,
  { t }: Words,
): readonly string[] {
  return [...caveats, ...(voice === 'unknown' ? ['voice'] : [])].map((kind) =>
    t('download.caveat', { kind, platform }),
  );
}

/** Returns the name of a row: `1080p60`, `MP3 320 kbps`, `1080p · upscaled by YouTube`. */
export function nameOf(offer: Offer, platform: string, words: Words): string {
  return [plainNameOf(offer, words), ...caveatsOf(offer, platform, words)].join(' · ');
}

function plainNameOf(offer: Offer, { t }: Words): string {
  if (offer.id === 'photo') return t('download.photo');
  if (offer.id === 'original-sound') return t('download.originalSound');
  if (offer.id.startsWith('mp3-') && offer.kilobitsPerSecond !== null)
    return t('download.mp3Row', { rate: offer.kilobitsPerSecond });
  return resolutionOf(offer) ?? t('download.videoRow');
}

/** Returns `H.264 + AAC` or `AAC 128 kbps`, and says so if there is no audio. */
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

/** Returns the line on a quality card: `1080p60 · H.264 · ≈ 84.2 MB`. */
export function lineOf(offer: Offer, platform: string, words: Words): string {
  const [resolution, codec] = [resolutionOf(offer), codecName(offer.videoCodec)];
  return [resolution, codec, ...caveatsOf(offer, platform, words), sizeOf(offer, words)]
    .filter((part) => part !== null)
    .map((part) => part.replaceAll(' ', NO_BREAK))
    .map((part) => (words.dir === 'rtl' ? `${ISOLATED}${part}${END_OF_ISOLATED}` : part))
    .join(' · ');
}
