// The line of a receipt about loudness, where that was chosen. Pure.
import type { DownloadResult } from '../../../../shared/api/download.ts';
import type { Words } from '../../../words/words.tsx';

type Loudness = NonNullable<DownloadResult['receipt']['loudness']>;

/** How loud the source was, and by how much the file or its tags change that. */
export function loudnessLine(
  { way, lufs, gainDb }: Loudness,
  { t, language }: Pick<Words, 't' | 'language'>,
): string {
  const figure = (value: number, unit: string) => {
    const text = value.toLocaleString(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    // The sign stays before the figure where the text runs from right to left.
    return `\u2066${text.replace('-', '−')} ${unit}\u2069`;
  };
  const measured = figure(lufs, 'LUFS');
  if (way === 'tags') return t('receipt.loudnessTags', { measured, gain: figure(gainDb, 'dB') });
  const change = gainDb > 0 ? 'louder' : gainDb < 0 ? 'quieter' : 'same';
  return t('receipt.loudnessLevel', { measured, change, gain: figure(Math.abs(gainDb), 'dB') });
}
