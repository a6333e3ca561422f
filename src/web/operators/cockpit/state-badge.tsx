// The state of a platform as a word, a colour and a shape.
import { CircleCheck, CircleDashed, CircleOff, CircleX, TriangleAlert } from 'lucide-react';
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { Badge } from '../../ui/badge.tsx';
import { useWords } from '../../words/words.tsx';

const MARKS = {
  good: { icon: CircleCheck, tone: 'good', word: 'cockpit.stateGood' },
  limited: { icon: TriangleAlert, tone: 'warn', word: 'cockpit.stateLimited' },
  down: { icon: CircleX, tone: 'bad', word: 'cockpit.stateDown' },
  off: { icon: CircleOff, tone: 'warn', word: 'cockpit.stateOff' },
  unknown: { icon: CircleDashed, tone: 'neutral', word: 'cockpit.stateUnknown' },
} as const;

/** The badge. */
export function StateBadge({ state }: Pick<CockpitAnswer['platforms'][number], 'state'>) {
  const { t } = useWords();
  const { icon, tone, word } = MARKS[state];
  return (
    <Badge icon={icon} tone={tone}>
      {t(word)}
    </Badge>
  );
}
