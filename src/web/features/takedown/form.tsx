// One of the three forms: fields, statements, signature and send button.
import { Send } from 'lucide-react';
import { useId, useRef } from 'react';
import { MAX_NOTICE_LINKS } from '../../../shared/takedown.ts';
import { useCountdown } from '../../ui/again.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TickBox } from '../../ui/tick-box/tick-box.tsx';
import { formatLength } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { type Draft, isBlank } from './draft.ts';
import { type FieldName, formOf, type TextFieldSpec, type TickName } from './fields.ts';
import type { Problem } from './problems.ts';
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

type SendRowProps = {
  readonly held: HeldForm;
  /** Whether the form is empty. */
  readonly isBlank: boolean;
};

/** The send button, the progress and the failure; the messages share one live region. */
function SendRow({ held, isBlank }: SendRowProps) {
  const { t } = useWords();
  const { phase, draft, problems, clear } = held;
  const failure = phase.kind === 'failed' ? phase.failure : null;
  const left = useCountdown(failure?.waitSeconds ?? 0);
  const isUnderWay = phase.kind === 'computing' || phase.kind === 'sending';
  const count = Object.keys(problems).length;
  return (
    <div className="takedown-send">
      <div role="alert">
        {failure && (
          <Card tone="bad">
            <h3>{t('takedown.failedHeading')}</h3>
            <p>{t(failure.words, { retryAfterSeconds: failure.waitSeconds })}</p>
          </Card>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={Send}
          busy={isUnderWay}
          disabled={left > 0}
        >
          {buttonText()}
        </Button>
        {!isBlank && !isUnderWay && (
          <Button variant="quiet" onClick={clear}>
            {t('takedown.clear')}
          </Button>
        )}
      </div>
      <p role="status" className="field-note text-soft">
        {isUnderWay
          ? t('takedown.computingText')
          : count > 0
            ? t('takedown.problems', { count })
            : t('takedown.keptHere')}
      </p>
    </div>
  );

  function buttonText(): string {
    if (phase.kind === 'computing') return t('takedown.computing');
    if (phase.kind === 'sending') return t('takedown.sending');
    if (left > 0) return t('takedown.tryAgainIn', { span: formatLength(left) });
    return t(draft.form === 'counter' ? 'takedown.sendCounter' : 'takedown.sendNotice');
  }
}

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

/** A text field of any kind that the forms have. */
function TextEntry({ field, value, problem, onChange }: TextEntryProps) {
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

/** Returns the message for a field; undefined without a problem. */
function problemText(problem: Problem | undefined, t: Words['t']): string | undefined {
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'missing':
      return t('takedown.problemMissing');
    case 'tick':
      return t('takedown.problemTick');
    case 'characters':
      return t('takedown.problemCharacters');
    case 'email':
      return t('takedown.problemEmail');
    case 'notTaken':
      return t('takedown.problemNotTaken');
    case 'length':
      return t('takedown.problemLength', { count: problem.count });
    case 'count':
      return t('takedown.problemCount', { count: problem.count });
    case 'link':
      return problem.number === null
        ? t('takedown.problemLink')
        : t('takedown.problemLinkNumber', { number: problem.number });
  }
}
