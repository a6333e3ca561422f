// The state of a notice as a badge.
import type { TakedownRow } from '../../../shared/api/takedown.ts';
import { Badge } from '../../ui/badge.tsx';
import { useWords } from '../../words/words.tsx';

const TONES = {
  received: 'accent',
  accepted: 'good',
  refused: 'neutral',
  counter_notice: 'accent',
  restored: 'neutral',
  kept: 'good',
} as const;

/** The badge; coloured if the notice waits for an operator. */
export function NoticeState({ state }: Pick<TakedownRow, 'state'>) {
  const { t } = useWords();
  return <Badge tone={TONES[state]}>{t(`takedown-queue.state_${state}`)}</Badge>;
}
