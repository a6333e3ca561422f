// The page of the history that this browser keeps.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { History } from '../features/history/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the list. */
export function HistoryScreen() {
  return (
    <main id="main" className="page text-page history-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="history">
          <History />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
