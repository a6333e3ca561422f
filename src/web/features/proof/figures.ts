// Selects and formats the figures about this server's downloads.
import type { StatusAnswer } from '../../../shared/api/site.ts';

/** One figure: what it counts, its formatted value, and the number for plural forms. */
export type Figure = {
  readonly key: 'proof.files' | 'proof.median' | 'proof.rating';
  readonly figure: string;
  readonly count: number;
};

/** Returns the available figures. A time needs files to be measured by. */
export function figuresOf(
  { made, rating }: ProofProps['status'],
  language: string,
): readonly Figure[] {
  const write = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const { weekFiles, medianSeconds } = made;
  return [
    ...(weekFiles > 0
      ? [{ key: 'proof.files' as const, figure: write(weekFiles), count: weekFiles }]
      : []),
    ...(weekFiles > 0 && medianSeconds !== null
      ? [
          {
            key: 'proof.median' as const,
            figure: write(medianSeconds, medianSeconds < 10 ? 1 : 0),
            count: medianSeconds,
          },
        ]
      : []),
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
