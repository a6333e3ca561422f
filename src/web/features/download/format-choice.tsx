// The choice of a format: MP4 or MP3, and for MP4 up to three qualities with the values of this post; or any row of the table of
// all offers.
import { Film, Music } from 'lucide-react';
import type { InspectItem, Offer } from '../../../shared/api/inspect.ts';
import { MP3_RATES, mp3OfferId, QUALITIES } from '../../../shared/media/qualities.ts';
import { type Choice, FORMATS, type Format } from '../../download-client/flow-state.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards, SegmentedControl } from '../../ui/choices.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { nameOfLanguage } from '../../words/language-name.ts';
import { useWords } from '../../words/words.tsx';
import { codecName } from './codec-names.ts';
import { codecsOf, lineOf, nameOf, sizeOf } from './describe-offer.ts';
import { qualityGroups } from './flow/read-choice.ts';
import { PlaysOn } from './plays-on.tsx';

type FormatChoiceProps = {
  /** Null while the post is being inspected; everything can be chosen already. */
  readonly item: InspectItem | null;
  readonly isInspecting: boolean;
  readonly platformName: string;
  readonly choice: Choice;
  readonly onChoose: (choice: Partial<Choice>) => void;
};

const has = (item: InspectItem | null, container: string) =>
  !item || item.offers.some((offer) => offer.container === container);

/** The choice between MP4 and MP3. */
export function FormatSwitch({
  item,
  choice,
  onChoose,
}: Pick<FormatChoiceProps, 'item' | 'choice' | 'onChoose'>) {
  const { t } = useWords();
  return (
    <SegmentedControl
      label={t('download.format')}
      value={choice.format}
      onChange={(format) => onChoose({ format, offerId: null })}
      options={FORMATS.map((format) => ({
        value: format,
        label: format === 'mp4' ? t('download.formatMp4') : t('download.formatMp3'),
        icon: format === 'mp4' ? Film : Music,
        disabled: !has(item, format),
      }))}
    />
  );
}

/** What the format leaves to choose. None of the quality cards is selected while an offer is picked from the table. */
export function FormatChoice({
  item,
  isInspecting,
  platformName,
  choice,
  onChoose,
}: FormatChoiceProps) {
  const words = useWords();
  const { t } = words;
  const offerOf = (id: string) => item?.offers.find((offer) => offer.id === id) ?? null;
  const mp3 = offerOf(mp3OfferId(MP3_RATES.high));
  const source = offerOf('original-sound');
  const groups = item ? qualityGroups(item) : QUALITIES.map((quality) => [quality]);
  const group = groups.find((one) => one.includes(choice.quality));
  const isSilent = item !== null && item.kind === 'video' && !has(item, 'mp3');

  return (
    <>
      {offerOf('high')?.hasSound === 'unknown' && (
        <p className="text-soft text-sm">{t('download.soundUnknown')}</p>
      )}
      {item && <VoiceChoice item={item} choice={choice} onChoose={onChoose} />}
      {isSilent && <p className="text-soft text-sm">{t('download.noSound')}</p>}
      {choice.format === 'mp4' ? (
        <RadioCards
          label={t('download.quality')}
          value={choice.offerId === null ? (group?.[0] ?? null) : null}
          onChange={(quality) => onChoose({ quality, offerId: null })}
          options={groups.flatMap(([quality]) => {
            if (quality === undefined) return [];
            const offer = offerOf(quality);
            return {
              value: quality,
              title: groups.length > 1 ? t(`download.${quality}`) : t('download.onlyQuality'),
              detail: offer ? (
                <span dir="ltr">{lineOf(offer, platformName, words)}</span>
              ) : isInspecting ? (
                <Skeleton className="my-1 h-4 w-32" />
              ) : (
                t(`download.${quality}Guess`)
              ),
              note: offer ? (
                <PlaysOn places={offer.playsOn} />
              ) : isInspecting ? (
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
              ? t('download.mp3Guess', { rate: MP3_RATES.high })
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

type VoiceChoiceProps = {
  readonly item: InspectItem;
  readonly choice: Choice;
  readonly onChoose: (choice: Partial<Choice>) => void;
};

/** The field; nothing where the original is known, or no voice has a language. */
function VoiceChoice({ item, choice, onChoose }: VoiceChoiceProps) {
  const words = useWords();
  const sounds = item.tracks.flatMap(({ sound }) => (sound && sound !== 'unknown' ? sound : []));
  const has = (wanted: string) => sounds.some(({ role }) => role === wanted);
  const languages = new Set(sounds.flatMap(({ language }) => language ?? []));
  if (has('original') || !has('unknown') || languages.size === 0) return null;
  const sound = choice.details?.sound;
  return (
    <SelectField
      className="[&_label]:first-letter:uppercase"
      label={words.t('download.caveat', { kind: 'voice', platform: '' })}
      value={sound && 'language' in sound ? sound.language : ''}
      options={[
        { value: '', label: '–' },
        ...[...languages].map((value) => ({ value, label: nameOfLanguage(value, words) })),
      ]}
      onChange={(language) => onChoose({ details: language ? { sound: { language } } : {} })}
    />
  );
}

type AllFormatsProps = {
  readonly offers: readonly Offer[];
  readonly platformName: string;
  /** The format whose rows are listed first. */
  readonly format: Format;
  readonly picked: string | null;
  readonly onPick: (offerId: string) => void;
};

/** The table, collapsed except on the advanced page. Omits the three simple qualities, which are among its rows. */
export function AllFormats({ offers, platformName, format, picked, onPick }: AllFormatsProps) {
  const words = useWords();
  const { t } = words;
  const { route } = usePage();
  const omitted: readonly string[] = [...QUALITIES, 'thumbnail'];
  const all = offers.filter((offer) => !omitted.includes(offer.id));
  const isOfFormat = (offer: Offer) => (offer.videoCodec !== null) === (format === 'mp4');
  const rows = [...all.filter(isOfFormat), ...all.filter((offer) => !isOfFormat(offer))];
  if (rows.length === 0) return null;
  const columns: readonly Column<Offer>[] = [
    {
      key: 'name',
      head: t('download.columnChoice'),
      isRowHead: true,
      cell: (offer) => (
        <>
          <span className="font-semibold">{nameOf(offer, platformName, words)}</span>
          <span className="formats-codec">{codecsOf(offer, words)}</span>
        </>
      ),
    },
    { key: 'codec', head: t('download.columnCodec'), cell: (offer) => codecsOf(offer, words) },
    {
      key: 'plays',
      head: t('download.receiptPlays'),
      cell: (offer) => <PlaysOn places={offer.playsOn} />,
    },
    {
      key: 'size',
      head: t('download.receiptSize'),
      align: 'end',
      cell: (offer) => sizeOf(offer, words) ?? t('download.sizeUnknown'),
    },
    {
      key: 'pick',
      head: t('download.pick'),
      plain: true,
      align: 'end',
      cell: (offer) => (
        <Button
          variant={offer.id === picked ? 'primary' : 'secondary'}
          aria-pressed={offer.id === picked}
          aria-label={t('download.pickRow', {
            row: `${nameOf(offer, platformName, words)} ${codecsOf(offer, words)}`,
          })}
          onClick={() => onPick(offer.id)}
        >
          {offer.id === picked ? t('download.picked') : t('download.pick')}
        </Button>
      ),
    },
  ];
  return (
    <Disclosure
      summary={t('download.allFormats')}
      open={route === 'advanced'}
      className="disclosure-lined"
    >
      <Table
        className="formats"
        caption={t('download.allFormatsCaption')}
        columns={columns}
        rows={rows}
        rowKey={(offer) => offer.id}
      />
    </Disclosure>
  );
}
