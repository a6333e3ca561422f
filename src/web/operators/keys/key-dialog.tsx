// The dialog that makes a key for a program.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MadeAdminKey } from '../../../shared/api/keys.ts';
import { MAX_KEY_NAME_LENGTH, MAX_KEY_ORIGINS } from '../../../shared/keys.ts';
import { requestJson } from '../../browser/request.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words.tsx';
import { useFailureToast } from '../shell/operator-data.ts';
import { Question } from '../shell/question.tsx';
import {
  EMPTY_FORM,
  FIGURES,
  type Figure,
  type KeyForm,
  problemsOf,
  requestOf,
} from './key-form.ts';
import { KEYS_PATH } from './keys-path.ts';

type KeyDialogProps = {
  readonly onMade: (made: MadeAdminKey) => void;
  readonly onClose: () => void;
};

/** The dialog; if the server refuses, it stays open and keeps the input. */
export function KeyDialog({ onMade, onClose }: KeyDialogProps) {
  const { t } = useWords();
  const client = useQueryClient();
  const [form, setForm] = useState<KeyForm>(EMPTY_FORM);
  const [isChecked, setIsChecked] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      requestJson<MadeAdminKey>(KEYS_PATH, { method: 'POST', body: requestOf(form) }),
    onSuccess(made) {
      void client.invalidateQueries({ queryKey: [KEYS_PATH] });
      onMade(made);
    },
    onError: useFailureToast(t('keys.makeFailed')),
  });
  const { figures, origin, hasTooManyOrigins } = problemsOf(form);
  const send = () => {
    setIsChecked(true);
    if (figures.length === 0 && origin === null && !hasTooManyOrigins) make.mutate();
  };
  const set = (change: Partial<KeyForm>) => setForm((now) => ({ ...now, ...change }));
  const figure = (name: Figure, hint?: string) => (
    <TextField
      label={t(`keys.${name}`)}
      hint={hint}
      error={
        isChecked && figures.includes(name) && t('keys.noFigure', { least: 1, most: FIGURES[name] })
      }
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <Question
      title={t('keys.add')}
      answer={t('keys.add')}
      isDisabled={form.name.trim() === ''}
      isBusy={make.isPending}
      onAnswer={send}
      onClose={onClose}
    >
      <div className="key-form">
        <TextField
          label={t('keys.name')}
          hint={t('keys.nameHint')}
          maxLength={MAX_KEY_NAME_LENGTH}
          autoComplete="off"
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        {figure('days', t('keys.daysHint'))}
        <fieldset className="key-limits">
          <legend className="font-semibold">{t('keys.limits')}</legend>
          <p className="text-soft">{t('keys.limitsHint')}</p>
          {figure('openJobs')}
          {figure('perHour')}
          {figure('gigabytes')}
        </fieldset>
        <TextArea
          label={t('keys.origins')}
          hint={t('keys.originsHint')}
          error={
            isChecked &&
            ((origin !== null && t('keys.noOrigin', { text: origin })) ||
              (hasTooManyOrigins && t('keys.tooManyOrigins', { most: MAX_KEY_ORIGINS })))
          }
          dir="ltr"
          rows={3}
          spellCheck={false}
          value={form.origins}
          onChange={(event) => set({ origins: event.target.value })}
        />
      </div>
    </Question>
  );
}
