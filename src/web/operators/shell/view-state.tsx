// What stands in the place of a view until its data is there, or when it did not come.
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';

type ViewStateProps<T> = {
  /** As TanStack Query gives it. */
  readonly query: {
    readonly data: T | undefined;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
};

/** Shows the data, also while it is asked for again. */
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
