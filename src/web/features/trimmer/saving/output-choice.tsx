// What the parts are saved as: the kind of file, its sounds, the size of a GIF, and one file or several.
import { SegmentedControl } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { nameOfLanguage } from '../../../words/language-name.ts';
import { GIF_SIZES } from '../gif/gif-sizes.ts';
import type { OpenMedia, SoundName } from '../media/open-media.ts';
import { OUTPUTS } from '../media/read-output.ts';
import { type TrimmerWords, useTrimmerWords } from '../use-trimmer-words.ts';
import type { Saving } from './use-saving.ts';

type OutputChoiceProps = { readonly saving: Saving; readonly media: OpenMedia };

/** The value of a list that stands for all sounds. */
const ALL = 'all';

/** The fields; those without a choice are left out. */
export function OutputChoice({ saving, media }: OutputChoiceProps) {
  const words = useTrimmerWords();
  const { t } = words;
  const { soundNames } = media;
  const { chosen, pieceCount, isSeparate, gifSize } = saving;
  // A file of sound alone has one.
  const keepsAll = chosen.kind !== 'sound';
  const labels = {
    same: t('trimmer.asIs', { format: media.same.extension.toUpperCase() }),
    mp4: 'MP4',
    webm: 'WebM',
    mov: 'MOV',
    sound: t('trimmer.soundOnly'),
    gif: t('trimmer.gif'),
  };
  return (
    <div className="mb-5 grid gap-x-4 gap-y-5 empty:hidden sm:grid-cols-2">
      {chosen.kinds.length > 1 && (
        <SelectField
          label={t('trimmer.saveAs')}
          value={chosen.kind}
          onChange={(kind) => saving.chooseKind(OUTPUTS.find((one) => one === kind) ?? 'same')}
          options={chosen.kinds.map((value) => ({ value, label: labels[value] }))}
        />
      )}
      {soundNames.length > 1 && chosen.kind !== 'gif' && (
        <SelectField
          label={t('trimmer.sounds')}
          value={String(chosen.sound ?? (keepsAll ? ALL : 0))}
          onChange={(value) => saving.chooseSound(value === ALL ? null : Number(value))}
          options={[
            ...(keepsAll
              ? [{ value: ALL, label: t('trimmer.allSounds', { count: soundNames.length }) }]
              : []),
            ...soundNames.map((name, index) => ({
              value: String(index),
              label: labelOfSound(name, index + 1, words),
            })),
          ]}
        />
      )}
      {chosen.kind === 'gif' && (
        <SelectField
          label={t('trimmer.gifSize')}
          value={String(gifSize)}
          onChange={(size) =>
            saving.chooseGifSize(GIF_SIZES.find((one) => String(one) === size) ?? gifSize)
          }
          options={GIF_SIZES.map((size) => ({
            value: String(size),
            label: t('trimmer.pixelsWide', { pixels: size }),
          }))}
        />
      )}
      {pieceCount > 1 && (
        <SegmentedControl
          label={t('trimmer.files')}
          value={isSeparate ? 'separate' : 'joined'}
          onChange={(value) => saving.chooseSeparate(value === 'separate')}
          options={[
            { value: 'joined', label: t('trimmer.joined') },
            { value: 'separate', label: t('trimmer.separate', { count: pieceCount }) },
          ]}
        />
      )}
    </div>
  );
}

function labelOfSound(name: SoundName | null, number: number, words: TrimmerWords): string {
  if (!name) return words.t('trimmer.soundNumber', { number });
  const text = name.kind === 'name' ? name.text : nameOfLanguage(name.text, words);
  return `${number} · ${text}`;
}
