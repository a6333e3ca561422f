// A progress bar, determinate or indeterminate.
import { classNames } from './class-names.ts';

/** `value` from 0 to 100, or null while it is unknown; screen readers announce `valueText` instead of the number. */
export type ProgressProps = {
  readonly label: string;
  readonly value: number | null;
  readonly valueText?: string;
  /** How much of `value` has failed: the end of the bar, in a colour of its own. */
  readonly failed?: number;
  readonly className?: string;
};

/** The bar. Only the indeterminate one is animated. */
export function Progress({ label, value, valueText, failed = 0, className }: ProgressProps) {
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
      {percent !== null && failed > 0 && <div data-failed="" style={barOf(percent)} />}
      <div style={percent === null ? undefined : barOf(percent - failed)} />
    </div>
  );
}

const barOf = (percent: number) => ({ translate: `calc(var(--forward) * ${percent - 100}%)` });
