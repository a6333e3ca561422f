// The trending page.

import { Trending } from '../features/trending/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the list. */
export function TrendingScreen() {
  return (
    <main id="main" className="page trending-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Trending />
      <Part name="benefits" />
      <Part name="text" className="page-text" />
    </main>
  );
}
