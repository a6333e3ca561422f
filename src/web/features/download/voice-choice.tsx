// The voices of a video of which the platform does not say which one is the original.
import type { InspectItem } from '../../../shared/api/inspect.ts';
import type { Choice } from '../../download-client/flow-state.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { nameOfLanguage } from '../../words/language-name.ts';
import { useWords } from '../../words/words.tsx';

type VoiceChoiceProps = {
  readonly item: InspectItem;
  readonly choice: Choice;
  readonly onChoose: (choice: Partial<Choice>) => void;
};

/** The field; nothing where the original is known, or no voice has a language. */
export function VoiceChoice({ item, choice, onChoose }: VoiceChoiceProps) {
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
