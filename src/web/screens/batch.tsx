// The page for many links at once.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Batch } from '../features/batch/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the form and the queue. */
export function BatchScreen() {
  return (
    <main id="main" className="page batch-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="batch">
          <Batch />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
