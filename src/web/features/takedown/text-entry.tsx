// A text field of any kind that the forms have.
import { MAX_NOTICE_LINKS } from '../../../shared/takedown.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import type { TextFieldSpec } from './fields.ts';
import { problemText } from './problem-text.ts';
import type { Problem } from './problems.ts';

type TextEntryProps = {
  readonly field: TextFieldSpec;
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly onChange: (value: string) => void;
};

/** Links, e-mail addresses and telephone numbers are left to right in every language. */
const ATTRIBUTES = {
  line: { type: 'text', dir: 'auto' },
  link: { type: 'text', inputMode: 'url', dir: 'ltr', spellCheck: false, autoCapitalize: 'off' },
  email: { type: 'email', dir: 'ltr', spellCheck: false, autoCapitalize: 'off' },
  tel: { type: 'tel', dir: 'ltr' },
  lines: { dir: 'auto', rows: 3 },
  links: { dir: 'ltr', rows: 3, spellCheck: false, autoCapitalize: 'off', inputMode: 'url' },
} as const;

/** The field with its label, hint and error. */
export function TextEntry({ field, value, problem, onChange }: TextEntryProps) {
  const { t } = useWords();
  const { kind, name, isOptional = false, autoComplete = 'off' } = field;
  const label = t(field.label);
  const error = problemText(problem, t);
  const shared = {
    label: isOptional ? t('takedown.optional', { label }) : label,
    ...(field.hint && { hint: t(field.hint, { count: MAX_NOTICE_LINKS }) }),
    ...(error && { error }),
    // No maxLength: browsers would silently truncate pasted text.
    name,
    value,
    autoComplete,
    required: !isOptional,
  };
  return kind === 'lines' || kind === 'links' ? (
    <TextArea
      {...shared}
      {...ATTRIBUTES[kind]}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <TextField
      {...shared}
      {...ATTRIBUTES[kind]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
