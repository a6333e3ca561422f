// One of the three forms: fields, statements, signature and send button.
import { useId, useRef } from 'react';
import { SegmentedControl } from '../../ui/choices.tsx';
import { TickBox } from '../../ui/tick-box.tsx';
import { useWords } from '../../words/words.tsx';
import { type Draft, isBlank } from './draft.ts';
import { type FieldName, formOf, type TextFieldSpec, type TickName } from './fields.ts';
import { problemText } from './problem-text.ts';
import { SendRow } from './send-row.tsx';
import { TextEntry } from './text-entry.tsx';
import type { HeldForm } from './use-form.ts';

/** The current form of `held`. */
export function Form({ held }: { readonly held: HeldForm }) {
  const { t } = useWords();
  const { draft, problems, phase, element, change, send } = held;
  const { texts, ticks, signature } = formOf(draft.form, draft.offence === 'minors');
  const website = useRef<HTMLInputElement>(null);

  const entry = (field: TextFieldSpec) => (
    <TextEntry
      key={field.name}
      field={field}
      value={draft.texts[field.name] ?? ''}
      problem={problems[field.name]}
      onChange={(value) => change(withText(draft, field.name, value), field.name)}
    />
  );
  return (
    <form
      ref={element}
      className="takedown-form"
      noValidate
      aria-busy={phase.kind === 'computing' || phase.kind === 'sending'}
      onSubmit={(event) => {
        event.preventDefault();
        const filledIn = website.current?.value ?? '';
        // If a password manager filled it in, the next try succeeds.
        if (website.current) website.current.value = '';
        send(filledIn);
      }}
    >
      {draft.form === 'illegal' && <Offence held={held} />}
      {texts.map(entry)}
      {draft.form === 'counter' && <p className="text-soft">{t('takedown.counterIsPassedOn')}</p>}
      <fieldset className="takedown-ticks">
        <legend>{t('takedown.statements')}</legend>
        {ticks.map(({ name, label }) => (
          <TickBox
            key={name}
            label={t(label)}
            checked={draft.ticks.includes(name)}
            error={problemText(problems[name], t)}
            required
            onChange={(isChecked) => change(withTick(draft, name, isChecked), name)}
          />
        ))}
      </fieldset>
      {signature && entry(signature)}
      <Honeypot element={website} />
      <SendRow held={held} isBlank={isBlank(draft)} />
    </form>
  );
}

function Offence({ held }: { readonly held: HeldForm }) {
  const { t } = useWords();
  const { draft, change } = held;
  return (
    <div>
      <SegmentedControl
        label={t('takedown.offenceLabel')}
        value={draft.offence}
        options={[
          { value: 'other', label: t('takedown.offenceOther') },
          { value: 'minors', label: t('takedown.offenceMinors') },
        ]}
        onChange={(offence) => change({ ...draft, offence })}
      />
      <p className="field-note text-soft">{t('takedown.offenceHint')}</p>
    </div>
  );
}

/** The honeypot: bots fill it in; people neither see nor focus it, and browsers do not autofill it. */
function Honeypot({ element }: { readonly element: React.RefObject<HTMLInputElement | null> }) {
  const { t } = useWords();
  const id = useId();
  return (
    <div className="takedown-trap" aria-hidden="true">
      <label htmlFor={id}>{t('takedown.website')}</label>
      <input
        ref={element}
        id={id}
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        readOnly
      />
    </div>
  );
}

function withText(draft: Draft, name: TextFieldSpec['name'], value: string): Draft {
  return { ...draft, texts: { ...draft.texts, [name]: value } };
}

function withTick(draft: Draft, name: TickName & FieldName, isTicked: boolean): Draft {
  const others = draft.ticks.filter((tick) => tick !== name);
  return { ...draft, ticks: isTicked ? [...others, name] : others };
}
