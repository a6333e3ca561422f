// The counter-notices to a notice.
import type { TakedownAnswer } from '../../../shared/api/takedown.ts';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../../words/words.tsx';
import { type Fact, FactList } from '../shell/fact-list.tsx';

/** One card per counter-notice. */
export function Counters({ counters }: Pick<TakedownAnswer, 'counters'>) {
  const { t, language } = useWords();
  if (counters.length === 0) return null;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <>
      <h2>{t('takedown-queue.counters')}</h2>
      {counters.map((counter) => {
        const facts: readonly Fact[] = [
          [t('takedown-queue.received'), day.format(new Date(counter.receivedAt))],
          [t('takedown-queue.link'), counter.link],
          [t('takedown-queue.from'), counter.name],
          [t('takedown-queue.email'), counter.email],
          [t('takedown-queue.phone'), counter.phone],
          [t('takedown-queue.address'), counter.address],
          [t('takedown-queue.statement'), counter.statement],
          [t('takedown-queue.signature'), counter.signature],
          [
            t('takedown-queue.outcome'),
            counter.outcome && t(`takedown-queue.state_${counter.outcome}`),
          ],
        ];
        return (
          <Card key={counter.id} className="notice-counter">
            <FactList facts={facts} />
          </Card>
        );
      })}
    </>
  );
}
