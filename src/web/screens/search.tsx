// The page of the search.

import { Search } from '../features/search/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the box and its results. */
export function SearchScreen() {
  return (
    <main id="main" className="page text-page search-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Search />
      <Part name="text" className="page-text" />
    </main>
  );
}
