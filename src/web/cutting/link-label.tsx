// What the link itself names, in words: for the button that takes it, and for the closed line of the box.
import { useWords } from '../words/words.tsx';
import { isolatedRange, shortTime } from './part.ts';
import type { Range } from './range.ts';

type LinkLabelProps = { readonly named: Range; readonly durationMs: number };

/** The words; they need the messages of `part`. */
export function LinkLabel({ named, durationMs }: LinkLabelProps) {
  const { t } = useWords();
  return named.endMs < durationMs
    ? t('part.linkRange', { range: isolatedRange(named) })
    : t('part.linkStart', { time: shortTime(named.startMs) });
}
