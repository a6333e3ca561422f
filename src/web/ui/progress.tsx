// A progress bar, determinate or indeterminate.
import { classNames } from './class-names.ts';

/** `value` from 0 to 100, or null while it is unknown; screen readers announce `valueText` instead of the number. */
export type ProgressProps = {
  readonly label: string;
  readonly value: number | null;
  readonly valueText?: string;
  readonly className?: string;
};

/** The bar. Only the indeterminate one is animated. */
export function Progress({ label, value, valueText, className }: ProgressProps) {
  const percent = value === null ? null : Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      aria-valuetext={valueText}
      className={classNames('progress', className)}
      data-unknown={percent === null ? '' : undefined}
    >
      <div
        style={
          percent === null ? undefined : { translate: `calc(var(--forward) * ${percent - 100}%)` }
        }
      />
    </div>
  );
}
