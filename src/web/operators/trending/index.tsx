// The operators' dashboard of trending videos.
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Suspense } from 'react';
import type { AdminTrendingItem } from '../../../shared/api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MoreWords, useWords } from '../../words/words.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { useOperator } from '../shell/operator-context.tsx';
import { LIST } from './calls.ts';
import { Dashboard } from './dashboard.tsx';
import './curating.css';
import '../shell/operator-forms.css';
import './video-table.css';

/** The dashboard; requires the messages of `operators` and `operators-trending`. */
export function Curating() {
  return (
    <Suspense fallback={<Waiting />}>
      <MoreWords group="operator-errors">
        <Loaded />
      </MoreWords>
    </Suspense>
  );
}

function Loaded() {
  const { t } = useWords();
  const { goToLogin } = useOperator();
  const { data, isError, refetch } = useQuery<readonly AdminTrendingItem[]>({ queryKey: [LIST] });
  if (!data)
    return isError ? (
      <>
        <h1>{t('operators-trending.heading')}</h1>
        <LoadFailed onLogin={goToLogin}>{t('operators-trending.loadFailed')}</LoadFailed>
      </>
    ) : (
      <Waiting />
    );
  return (
    <>
      {isError && (
        <p role="alert" className="curating-old">
          {t('operators-trending.renewFailed')}{' '}
          <Button icon={RotateCcw} onClick={() => void refetch()}>
            {t('operators-trending.renew')}
          </Button>
        </p>
      )}
      <Dashboard videos={data} />
    </>
  );
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

function Waiting() {
  const { t } = useWords();
  return (
    <section aria-busy="true">
      <h1>{t('operators-trending.heading')}</h1>
      <p role="status" className="sr-only">
        {t('operators-trending.loading')}
      </p>
      <div className="mt-6 grid gap-2" aria-hidden="true">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-14 w-full" />
        ))}
      </div>
    </section>
  );
}
