// The trimmer page, for cutting local files in the browser.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Trimmer } from '../features/trimmer/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the trimmer. */
export function TrimmerScreen() {
  return (
    <main id="main" className="page trimmer-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="trimmer">
          <Trimmer />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
