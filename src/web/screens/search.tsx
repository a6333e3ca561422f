// The page of the search.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Search } from '../features/search/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the box and its results. */
export function SearchScreen() {
  return (
    <main id="main" className="page text-page search-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="search">
          <Search />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
