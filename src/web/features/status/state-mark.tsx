// The state of a platform as a word, a colour and a shape, so that it does not depend on colour alone.
import { CircleCheck, CircleDashed, CirclePause, CircleX, TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { useWords } from '../../words/words.tsx';
import { attemptsOf } from './figures.ts';
import type { PlatformStatus } from './platform-status.ts';

const MARKS = {
  good: { icon: CircleCheck, tone: 'good', word: 'status.good' },
  limited: { icon: TriangleAlert, tone: 'warn', word: 'status.limited' },
  down: { icon: CircleX, tone: 'bad', word: 'status.down' },
} as const;

/** The mark; "unknown" distinguishes whether there were any attempts. */
export function StateMark({ status }: { readonly status: PlatformStatus }) {
  const { t } = useWords();
  const { state, day } = status;
  if (state === 'off') return <Badge icon={CirclePause}>{t('status.off')}</Badge>;
  if (state === 'unknown') {
    return (
      <Badge icon={CircleDashed}>
        {t(attemptsOf(day) === 0 ? 'status.unknown' : 'status.tooFew')}
      </Badge>
    );
  }
  const { icon, tone, word } = MARKS[state];
  return (
    <Badge icon={icon} tone={tone}>
      {t(word)}
    </Badge>
  );
}
