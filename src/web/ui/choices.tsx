// A choice of one, with native radios: as a row of segments (MP4 or MP3) or as cards (the three qualities).
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** One segment. */
export type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly disabled?: boolean;
};

/** One card: a title, its main fact and badges. */
export type RadioCard<Value extends string> = {
  readonly value: Value;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly note?: ReactNode;
  readonly disabled?: boolean;
};

type Choice<Value extends string, Option> = {
  /** Names the group; `labelHidden` keeps it for screen readers only. */
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: Value | null;
  readonly options: readonly Option[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
};

function Group(props: {
  label: string;
  labelHidden?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={classNames('min-w-0', props.className)}>
      <legend className={props.labelHidden ? 'sr-only' : 'mb-2 font-semibold'}>
        {props.label}
      </legend>
      {props.children}
    </fieldset>
  );
}

/** A few short options side by side, in several rows where there is no room. */
export function SegmentedControl<Value extends string>(props: Choice<Value, Segment<Value>>) {
  const name = useId();
  return (
    <Group label={props.label} labelHidden={props.labelHidden} className={props.className}>
      <div className="segments">
        {props.options.map((option) => (
          <label key={option.value} className="segment">
            <input
              type="radio"
              name={name}
              className="sr-only"
              value={option.value}
              checked={option.value === props.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
            />
            {option.icon && <Icon of={option.icon} />}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

/** Cards, stacked on phones and side by side on wider screens. */
export function RadioCards<Value extends string>(props: Choice<Value, RadioCard<Value>>) {
  const name = useId();
  return (
    <Group label={props.label} labelHidden={props.labelHidden} className={props.className}>
      <div className="radio-cards">
        {props.options.map((option) => (
          <label key={option.value} className="radio-card">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{option.title}</span>
              {option.detail && (
                <span className="block text-sm text-soft tabular-nums">{option.detail}</span>
              )}
              {option.note && <span className="mt-2 flex flex-wrap gap-1">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}
