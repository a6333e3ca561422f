// An edit conflict, field by field: the other operator's saved version and this edit.
import { useId } from 'react';
import type { WordKey } from '../../words/keys.ts';
import { useWords, type Words } from '../../words/words.tsx';
import type { Base, ConflictField, TypedEdit } from './form/typed-edit.ts';

/** `picks` are the fields for which the other version is kept. */
export type ConflictProps = {
  readonly typed: TypedEdit;
  readonly theirs: Base;
  readonly fields: readonly ConflictField[];
  readonly fileName: string | null;
  readonly picks: ReadonlySet<ConflictField>;
  readonly onPick: (picks: ReadonlySet<ConflictField>) => void;
};

const NAMES = {
  title: 'operators-trending.title',
  description: 'operators-trending.description',
  featured: 'operators-trending.featured',
  picture: 'operators-trending.picture',
  video: 'operators-trending.file',
} as const satisfies Record<ConflictField, WordKey>;

/** The fields that differ, each with a choice. */
export function Conflict({ typed, theirs, fields, fileName, picks, onPick }: ConflictProps) {
  const { t } = useWords();
  const choose = (field: ConflictField, isTheirs: boolean) => {
    const next = new Set(picks);
    if (isTheirs) next.add(field);
    else next.delete(field);
    onPick(next);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="font-semibold" role="alert">
        {t('operators-trending.conflictTitle')}
      </p>
      <p className="text-sm text-soft">
        {t(
          fields.length > 0 ? 'operators-trending.conflictText' : 'operators-trending.conflictSame',
        )}
      </p>
      {fields.map((field) => (
        <FieldChoice
          key={field}
          name={t(NAMES[field])}
          theirs={theirsIn(field, theirs, t)}
          yours={yoursIn(field, typed, fileName, t)}
          isTheirs={picks.has(field)}
          onChange={(isTheirs) => choose(field, isTheirs)}
        />
      ))}
    </div>
  );
}

type FieldChoiceProps = {
  readonly name: string;
  readonly theirs: string;
  readonly yours: string;
  readonly isTheirs: boolean;
  readonly onChange: (isTheirs: boolean) => void;
};

function FieldChoice({ name, theirs, yours, isTheirs, onChange }: FieldChoiceProps) {
  const { t } = useWords();
  const group = useId();
  const sides = [
    ['theirs', t('operators-trending.theirs'), theirs, true],
    ['yours', t('operators-trending.yours'), yours, false],
  ] as const;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{name}</legend>
      <div className="conflict-sides">
        {sides.map(([side, label, text, value]) => (
          <label key={side} className="radio-card" data-side={side}>
            <input
              type="radio"
              name={group}
              checked={isTheirs === value}
              onChange={() => onChange(value)}
            />
            <span className="min-w-0">
              <span className="block text-sm text-soft">{label}</span>
              <span className="conflict-text">
                <bdi>{text || t('operators-trending.nothing')}</bdi>
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function theirsIn(field: ConflictField, theirs: Base, t: Words['t']): string {
  if (field === 'picture') return t('operators-trending.pictureKept');
  if (field === 'video') return t('operators-trending.videoKept');
  if (field === 'featured')
    return t(theirs.featured ? 'operators-trending.yes' : 'operators-trending.no');
  return theirs[field];
}

function yoursIn(
  field: ConflictField,
  typed: TypedEdit,
  fileName: string | null,
  t: Words['t'],
): string {
  if (field === 'picture')
    return typed.dropsPicture ? t('operators-trending.pictureDropped') : typed.pictureUrl.trim();
  if (field === 'video') return fileName ?? '';
  if (field === 'featured')
    return t(typed.featured ? 'operators-trending.yes' : 'operators-trending.no');
  return typed[field];
}
