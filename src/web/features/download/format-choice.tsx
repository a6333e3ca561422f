// Format and quality: MP4 or MP3, and for MP4 the three qualities with the real figures of this post.
import { Film, Music } from 'lucide-react';
import type { InspectItem } from '../../../shared/api.ts';
import { MP3_RATES, mp3OfferId, QUALITIES } from '../../../shared/formats.ts';
import { RadioCards, SegmentedControl } from '../../ui/choices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';
import { codecName } from './codec-names.ts';
import { lineOf, sizeOf } from './describe-offer.ts';
import { type Choice, FORMATS } from './flow/flow-state.ts';
import { PlaysOn } from './plays-on.tsx';

type FormatChoiceProps = {
  /** Null while the post is still being looked at; everything can be chosen all the same. */
  readonly item: InspectItem | null;
  readonly isLooking: boolean;
  readonly wish: Choice;
  readonly onWish: (wish: Partial<Choice>) => void;
};

/** The two selectors. A row picked from the table leaves all three cards unlit. */
export function FormatChoice({ item, isLooking, wish, onWish }: FormatChoiceProps) {
  const words = useWords();
  const { t } = words;
  const offerOf = (id: string) => item?.offers.find((offer) => offer.id === id) ?? null;
  const has = (container: string) =>
    item === null || item.offers.some((offer) => offer.container === container);
  const mp3 = offerOf(mp3OfferId(MP3_RATES.high));
  const source = offerOf('original-sound');
  const isSilent = item !== null && item.kind === 'video' && !has('mp3');

  return (
    <>
      <SegmentedControl
        label={t('download.format')}
        value={wish.format}
        onChange={(format) => onWish({ format, offerId: null })}
        options={FORMATS.map((format) => ({
          value: format,
          label: format === 'mp4' ? t('download.formatMp4') : t('download.formatMp3'),
          icon: format === 'mp4' ? Film : Music,
          disabled: !has(format),
        }))}
      />
      {offerOf('high')?.hasSound === 'unknown' && (
        <p className="text-soft text-sm">{t('download.soundUnknown')}</p>
      )}
      {isSilent && <p className="text-soft text-sm">{t('download.noSound')}</p>}
      {wish.format === 'mp4' ? (
        <RadioCards
          label={t('download.quality')}
          value={wish.offerId === null ? wish.quality : null}
          onChange={(quality) => onWish({ quality, offerId: null })}
          options={QUALITIES.map((quality) => {
            const offer = offerOf(quality);
            return {
              value: quality,
              title: t(`download.${quality}`),
              detail: offer ? (
                <span dir="ltr">{lineOf(offer, words)}</span>
              ) : isLooking ? (
                <Skeleton className="my-1 h-4 w-32" />
              ) : (
                t(`download.${quality}Guess`)
              ),
              note: offer ? (
                <PlaysOn places={offer.playsOn} />
              ) : isLooking ? (
                <Skeleton className="h-6 w-24" />
              ) : undefined,
            };
          })}
        />
      ) : (
        <p className="text-soft text-sm tabular-nums">
          {mp3 === null
            ? t('download.mp3Guess', { rate: MP3_RATES.high })
            : sizeOf(mp3, words) === null
              ? t('download.mp3FactNoSize', { rate: MP3_RATES.high })
              : t('download.mp3Fact', { rate: MP3_RATES.high, size: sizeOf(mp3, words) ?? '' })}
          {source?.kilobitsPerSecond && ' · '}
          {source?.kilobitsPerSecond &&
            t('download.sourceSound', {
              codec: codecName(source.audioCodec) ?? t('download.unknownCodec'),
              rate: source.kilobitsPerSecond,
            })}
        </p>
      )}
    </>
  );
}
