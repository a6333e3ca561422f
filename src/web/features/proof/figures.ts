// Selects and formats the figures about this server's downloads.
import type { StatusAnswer } from '../../../shared/api/site.ts';

/** One figure: what it counts, its formatted value, and the number for plural forms. */
export type Figure = {
  readonly key: 'proof.files' | 'proof.median' | 'proof.fast' | 'proof.rating';
  readonly figure: string;
  readonly count: number;
};

/** A median that rounds to nonsense such as "0 seconds". */
const FAST: Figure = { key: 'proof.fast', figure: '<\u00a01', count: 1 };

/** Returns the available figures. */
export function figuresOf(
  { made, rating }: ProofProps['status'],
  language: string,
): readonly Figure[] {
  const write = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const { weekFiles, medianSeconds } = made;
  const timeOf = (count: number): Figure => ({
    key: 'proof.median',
    figure: write(count, count < 10 ? 1 : 0),
    count,
  });
  return [
    { key: 'proof.files', figure: write(weekFiles), count: weekFiles },
    ...(medianSeconds === null ? [] : [medianSeconds < 1 ? FAST : timeOf(medianSeconds)]),
    ...(rating
      ? [
          {
            key: 'proof.rating' as const,
            figure: write(rating.average, 1),
            count: rating.count,
          },
        ]
      : []),
  ];
}

/** The part of the status that is shown. */
export type ProofProps = { readonly status: Pick<StatusAnswer, 'made' | 'rating'> };
