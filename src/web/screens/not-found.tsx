// The page for an address at which there is nothing.

import { Part } from '../app/part.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';

/** What happened, and the ways on. */
export function NotFoundScreen() {
  return (
    <main id="main" className="page text-page not-found-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="ways" />
    </main>
  );
}
