// Shows a view's skeleton while its data loads, or the failure.
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';

type ViewStateProps<T> = {
  /** The result of TanStack Query. */
  readonly query: {
    readonly data: T | undefined;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
};

/** Renders the data, also during a refetch. */
export function ViewState<T>({ query, children }: ViewStateProps<T>) {
  const { t } = useWords();
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton className="h-48 w-full rounded-lg" />;
  return (
    <Card tone="bad" role="alert" className="list-note">
      <p>{t('operators.loadFailed')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={() => void query.refetch()}>
        {t('operators.tryAgain')}
      </Button>
    </Card>
  );
}
