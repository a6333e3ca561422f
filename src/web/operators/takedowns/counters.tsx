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
      <h2>{t('notices.counters')}</h2>
      {counters.map((counter) => {
        const facts: readonly Fact[] = [
          [t('notices.received'), day.format(new Date(counter.receivedAt))],
          [t('notices.link'), counter.link],
          [t('notices.from'), counter.name],
          [t('notices.email'), counter.email],
          [t('notices.phone'), counter.phone],
          [t('notices.address'), counter.address],
          [t('notices.statement'), counter.statement],
          [t('notices.signature'), counter.signature],
          [t('notices.outcome'), counter.outcome && t(`notices.state_${counter.outcome}`)],
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
