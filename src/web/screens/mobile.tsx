// The page about phones.
import { Suspense } from 'react';
import { Part } from '../app/part.tsx';
import { Mobile } from '../features/mobile/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MoreWords } from '../words/words.tsx';

/** The page with the ways to the site, and its text. */
export function MobileScreen() {
  return (
    <main id="main" className="page text-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <MoreWords group="mobile">
          <Mobile />
        </MoreWords>
      </Suspense>
      <Part name="text" className="page-text" />
    </main>
  );
}
