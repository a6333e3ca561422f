// What can be done about how loud an MP3 is, beside the simple choices. A chunk of its own, loaded once MP3 is chosen.
import { useEffect } from 'react';
import type { InspectItem } from '../../../shared/api/inspect.ts';
import { LOUDNESS } from '../../../shared/media/loudness.ts';
import { offerOf } from '../../cutting/part.ts';
import type { Choice } from '../../download-client/flow-state.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../../words/words.tsx';

type LoudnessChoiceProps = {
  readonly item: InspectItem;
  readonly choice: Choice;
  readonly onChoose: (choice: Partial<Choice>) => void;
};

/** The field; nothing where the file will be no MP3, and then nothing is chosen either. */
export function LoudnessChoice({ item, choice, onChoose }: LoudnessChoiceProps) {
  const { t } = useWords();
  const { loudness, ...rest } = choice.details ?? {};
  const choose = (value: string) => {
    const chosen = LOUDNESS.find((one) => one === value);
    const details = { ...rest, ...(chosen && { loudness: chosen }) };
    onChoose({ details: Object.keys(details).length > 0 ? details : undefined });
  };
  const isMp3 = offerOf(item, choice)?.container === 'mp3';
  const isLost = !isMp3 && loudness !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it cannot be chosen any more
  useEffect(() => {
    if (isLost) choose('');
  }, [isLost]);
  if (!isMp3) return null;
  return (
    <SelectField
      className="sm:w-80"
      label={t('advanced.loudness')}
      value={loudness ?? ''}
      onChange={choose}
      options={[
        { value: '', label: t('advanced.loudnessSame') },
        { value: 'tags', label: t('advanced.loudnessTags') },
        { value: 'level', label: t('advanced.loudnessLevel') },
      ]}
    />
  );
}
