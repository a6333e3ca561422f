// The transparency page: the outcomes of notices.

import { Transparency } from '../features/transparency/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the monthly table. */
export function TransparencyScreen() {
  return (
    <main id="main" className="page text-page transparency-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Transparency />
      <Part name="text" className="page-text" />
    </main>
  );
}
