// The fields that every form of a video has.
import { MAX_TRENDING_DESCRIPTION_LENGTH } from '../../../../shared/trending.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useWords } from '../../../words/words.tsx';

type Texts = { readonly title: string; readonly description: string; readonly featured: boolean };

/** Calls `onChange` with the one field that changed. */
export type TextFieldsProps = {
  readonly typed: Texts;
  readonly titleError: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Texts>) => void;
};

/** Shown only when few characters are left. */
const FEW_CHARACTERS = 200;

/** Title, description, featured; texts have the direction of their own language. */
export function TextFields({ typed, titleError, disabled, onChange }: TextFieldsProps) {
  const { t } = useWords();
  const left = MAX_TRENDING_DESCRIPTION_LENGTH - typed.description.length;
  return (
    <>
      <TextField
        label={t('operators-trending.title')}
        name="title"
        dir="auto"
        required
        autoComplete="off"
        disabled={disabled}
        value={typed.title}
        error={titleError}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={t('operators-trending.description')}
        name="description"
        dir="auto"
        rows={3}
        disabled={disabled}
        maxLength={MAX_TRENDING_DESCRIPTION_LENGTH}
        value={typed.description}
        hint={
          left <= FEW_CHARACTERS
            ? t('operators-trending.descriptionLeft', { count: left })
            : undefined
        }
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <CheckField
        checked={typed.featured}
        disabled={disabled}
        onChange={(featured) => onChange({ featured })}
      >
        {t('operators-trending.feature')}
      </CheckField>
    </>
  );
}
