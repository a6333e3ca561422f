// The status page.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Status } from '../features/status/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the table. */
export function StatusScreen() {
  return (
    <main id="main" className="page status-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="status">
          <Status />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
