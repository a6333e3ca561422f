// The transparency report: notices and their outcomes per month.
import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import type { TransparencyAnswer } from '../../../shared/api/takedown.ts';
import { useFetched } from '../../page/use-fetched.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { MonthTable } from './month-table.tsx';

/** The table, or the reason why it is missing; requires the messages of `takedown`. */
export function Transparency() {
  const { t } = useWords();
  const { data, phase, load } = useFetched<TransparencyAnswer>('/api/transparency');
  const heading = useRef<HTMLHeadingElement>(null);
  const isWaiting = data === null && phase === 'loading';
  const loadAgain = () => {
    load();
    // The focused button is removed with the error.
    heading.current?.focus();
  };
  return (
    <section
      className="transparency"
      aria-labelledby="transparency-heading"
      aria-busy={isWaiting}
      data-phase={data ? 'here' : phase}
    >
      <h2 ref={heading} id="transparency-heading" className="sr-only" tabIndex={-1}>
        {t('takedown.monthsHeading')}
      </h2>
      <p role="status" className="sr-only">
        {isWaiting && t('takedown.monthsLoading')}
        {data &&
          data.months.length > 0 &&
          t('takedown.monthsLoaded', { count: data.months.length })}
      </p>
      {data?.months.length === 0 ? (
        <Empty />
      ) : data === null && phase === 'failed' ? (
        <Failed onAgain={loadAgain} />
      ) : (
        <MonthTable months={data?.months ?? null} />
      )}
    </section>
  );
}

function Empty() {
  const { t, code } = useWords();
  return (
    <Card className="list-note">
      <h3>{t('takedown.monthsEmptyHeading')}</h3>
      <p>{t('takedown.monthsEmptyText')}</p>
      <ButtonLink href={`${languageOf(code).prefix}/dmca#notice`}>
        {t('takedown.toNotice')}
      </ButtonLink>
    </Card>
  );
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Card tone="bad" className="list-note" role="alert">
      <h3>{t('takedown.monthsFailedHeading')}</h3>
      <p>{t('takedown.monthsFailedText')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={onAgain}>
        {t('takedown.tryAgain')}
      </Button>
    </Card>
  );
}
