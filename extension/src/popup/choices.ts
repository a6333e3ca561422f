// The choices of an item as the popup shows them: up to three qualities, MP3 and the original sound, or the photo.
import type { InspectAnswer, InspectItem, Offer } from '../../../src/shared/api/inspect.ts';
import { MP3_RATES, mp3OfferId, QUALITIES } from '../../../src/shared/media/qualities.ts';
import { codecsOf, nameOf, sizeOf } from '../../../src/web/features/download/describe-offer.ts';
import { qualityGroups } from '../../../src/web/features/download/flow/read-choice.ts';
import type { Words as PageWords } from '../../../src/web/words/words.tsx';
import type { Words } from '../words.ts';

/** A choice: the id of the offer, its name, what it is, and its size. */
export type Row = {
  readonly offer: string;
  readonly name: string;
  readonly detail: string;
  readonly size: string;
};

const SHOWN: readonly string[] = [
  ...QUALITIES,
  mp3OfferId(MP3_RATES.high),
  'original-sound',
  'photo',
];

/** The item that the link points at, else the first. */
export function itemOf({ items, hints }: InspectAnswer): InspectItem | null {
  return items.find(({ index }) => index === hints.index) ?? items[0] ?? null;
}

/** The rows of an item, those first that most visitors want. */
export function rowsOf(item: InspectItem, platformName: string, words: Words): Row[] {
  const repeated: readonly string[] = qualityGroups(item).flatMap(([, ...others]) => others);
  return SHOWN.flatMap((id) => {
    const offer = item.offers.find((one) => one.id === id && !repeated.includes(id));
    return offer ? [rowOf(offer, platformName, words)] : [];
  });
}

function rowOf(offer: Offer, platformName: string, words: Words): Row {
  // The pages' descriptions use keys that the extension has, too.
  const spoken = words as PageWords;
  const quality = QUALITIES.find((one) => one === offer.id);
  const codecs = codecsOf(offer, spoken);
  return {
    offer: offer.id,
    name: quality ? words.t(`download.${quality}`) : nameOf(offer, platformName, spoken),
    detail: [quality ? nameOf(offer, platformName, spoken) : null, codecs === '' ? null : codecs]
      .filter((part) => part !== null)
      .join(' · '),
    size: sizeOf(offer, spoken) ?? words.t('download.sizeUnknown'),
  };
}
