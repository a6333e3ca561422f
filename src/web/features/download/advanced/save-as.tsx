// The format of the file, its voice and bit rate, and its name.
import type { InspectItem } from '../../../../shared/api/inspect.ts';
import { LOUDNESS } from '../../../../shared/media/loudness.ts';
import { AUDIO_KILOBITS } from '../../../../shared/media/qualities.ts';
import type { Details } from '../../../download-client/flow-state.ts';
import { RadioCards } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { nameOfLanguage } from '../../../words/language-name.ts';
import { useWords, type Words } from '../../../words/words.tsx';
import {
  type Container,
  containersFor,
  isCopied,
  loudnessFor,
  MP3_KILOBITS,
  previewName,
} from './details.ts';
import type { Row } from './rows.ts';

type SaveAsProps = {
  readonly row: Row;
  readonly item: InspectItem;
  /** The title of the post. */
  readonly title: string;
  readonly details: Details;
  readonly onChange: (details: Details) => void;
};

/** The fields. */
export function SaveAs({ row, item, title, details, onChange }: SaveAsProps) {
  const words = useWords();
  const { t } = words;
  const { container = 'mp4' } = details;
  const loudness = loudnessFor(row, container);
  const voices = row.kind === 'video' ? voicesOf(item, words) : [];
  return (
    <div className="grid grid-cols-1 gap-6">
      <RadioCards
        label={t('advanced.saveAs')}
        value={container}
        onChange={(chosen) => onChange(withContainer(details, chosen))}
        options={containersFor(row).map((one) => ({
          value: one,
          title: one === 'original' ? t('advanced.asItIs') : nameOf(one),
          detail: detailOf(row, one, details, words),
        }))}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {voices.length > 1 && (
          <SelectField
            label={t('advanced.voice')}
            value={voiceValue(details)}
            onChange={(value) => onChange(withVoice(details, value))}
            options={[
              {
                value: '',
                label:
                  row.voice === 'unknown'
                    ? t('download.caveat', { kind: 'voice', platform: '' })
                    : t('advanced.originalVoice'),
              },
              ...voices,
            ]}
          />
        )}
        {container !== 'original' && (
          <SelectField
            label={t('advanced.bitRate')}
            value={String(details.kilobitsPerSecond ?? (container === 'mp3' ? MP3_KILOBITS : ''))}
            onChange={(value) => onChange(withRate(details, value))}
            options={[
              ...(container === 'mp3' ? [] : [{ value: '', label: t('advanced.rateSame') }]),
              ...AUDIO_KILOBITS.toReversed().map((rate) => ({
                value: String(rate),
                label: t('advanced.kbps', { rate }),
              })),
            ]}
          />
        )}
        {loudness.length > 0 && (
          <SelectField
            label={t('advanced.loudness')}
            value={details.loudness ?? ''}
            onChange={(value) => onChange(withLoudness(details, value))}
            options={[
              { value: '', label: t('advanced.loudnessSame') },
              ...loudness.map((one) => ({
                value: one,
                label: t(one === 'tags' ? 'advanced.loudnessTags' : 'advanced.loudnessLevel'),
              })),
            ]}
          />
        )}
      </div>
      <TextField
        label={t('advanced.fileName')}
        value={details.name ?? ''}
        placeholder={item.title || title}
        maxLength={150}
        dir="auto"
        onChange={({ target }) => onChange({ ...details, name: target.value })}
        hint={
          <>
            {t('advanced.savedAs')}{' '}
            <bdi className="font-mono [overflow-wrap:anywhere]">
              {previewName(details, { row, item, title })}
            </bdi>
          </>
        }
      />
    </div>
  );
}

function detailOf(row: Row, container: Container, details: Details, { t }: Words): string {
  if (container === 'original' && !details.withoutMarked) return t('advanced.originalHint');
  const plain = { ...details, kilobitsPerSecond: undefined };
  const copied = isCopied(row, container, plain);
  if (copied === null) return t('advanced.mayCopy');
  return copied ? t('advanced.copied') : t('advanced.encoded');
}

const nameOf = (container: Container) => (container === 'webm' ? 'WebM' : container.toUpperCase());

function withContainer(details: Details, container: Container): Details {
  const { kilobitsPerSecond: _, ...rest } = details;
  return { ...rest, container };
}

function withRate(details: Details, value: string): Details {
  const { kilobitsPerSecond: _, ...rest } = details;
  const rate = AUDIO_KILOBITS.find((one) => String(one) === value);
  return rate === undefined ? rest : { ...rest, kilobitsPerSecond: rate };
}

function withLoudness(details: Details, value: string): Details {
  const { loudness: _, ...rest } = details;
  const loudness = LOUDNESS.find((one) => one === value);
  return loudness === undefined ? rest : { ...rest, loudness };
}

const voiceValue = ({ sound }: Details) =>
  sound ? ('track' in sound ? `track:${sound.track}` : `language:${sound.language}`) : '';

function withVoice(details: Details, value: string): Details {
  const { sound: _, ...rest } = details;
  const [, kind, id = ''] = /^(track|language):(.*)$/.exec(value) ?? [];
  if (kind === undefined) return rest;
  return { ...rest, sound: kind === 'track' ? { track: id } : { language: id } };
}

/** The voices besides the original one, or all where that is unknown: by their language, a description by its track. */
function voicesOf({ tracks }: InspectItem, words: Words) {
  const found = new Map<string, string>();
  for (const { id, sound } of tracks) {
    if (!sound || sound === 'unknown' || !sound.language) continue;
    const language = nameOfLanguage(sound.language, words);
    if (sound.role === 'unknown') found.set(`language:${sound.language}`, language);
    if (sound.role === 'dub')
      found.set(`language:${sound.language}`, words.t('advanced.dub', { language }));
    if (sound.role === 'description')
      found.set(`track:${id}`, words.t('advanced.description', { language }));
  }
  const voices = [...found].map(([value, label]) => ({ value, label }));
  // The list has the original besides.
  return voices.length > 0 ? [...voices] : [];
}
