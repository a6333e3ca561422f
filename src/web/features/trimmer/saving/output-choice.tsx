// What the parts are saved as: the kind of file, the size of a GIF, and one file or several.
import { SegmentedControl } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { GIF_SIZES } from '../gif/gif-sizes.ts';
import { OUTPUTS } from '../media/read-output.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import type { Saving } from './use-saving.ts';

type OutputChoiceProps = {
  readonly saving: Saving;
  /** The extension of the opened file. */
  readonly extension: string;
};

/** The fields; those without a choice are left out. */
export function OutputChoice({ saving, extension }: OutputChoiceProps) {
  const { t } = useTrimmerWords();
  const { chosen, pieceCount, isSeparate, gifSize } = saving;
  const labels = {
    same: t('trimmer.asIs', { format: extension.toUpperCase() }),
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
