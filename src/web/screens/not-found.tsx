// The "not found" page.

import { Part } from '../app/part.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';

/** What happened, and links. */
export function NotFoundScreen() {
  return (
    <main id="main" className="page text-page not-found-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="ways" />
    </main>
  );
}
