// The trending page.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Trending } from '../features/trending/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the list. */
export function TrendingScreen() {
  return (
    <main id="main" className="page trending-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="trending">
          <Trending />
        </MoreWords>
      </Suspense>
      <Part name="benefits" />
      <Part name="text" className="page-text" />
    </main>
  );
}
