// A select field with its label.
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import './select-field.css';

/** One option. */
export type SelectOption<Value extends string> = { readonly value: Value; readonly label: string };

/** `label` stands above; `labelHidden` keeps it for screen readers only. */
export type SelectFieldProps<Value extends string> = {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  readonly className?: string;
};

/** The field. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, labelHidden, value, options, onChange, disabled, className } = props;
  const id = useId();
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={classNames(labelHidden ? 'sr-only' : 'mb-2 block font-semibold')}
      >
        {label}
      </label>
      <div className="field field-select">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size="small" />
      </div>
    </div>
  );
}
