// The transparency page: the outcomes of notices.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Transparency } from '../features/transparency/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the monthly table. */
export function TransparencyScreen() {
  return (
    <main id="main" className="page text-page transparency-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="takedown">
          <Transparency />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
