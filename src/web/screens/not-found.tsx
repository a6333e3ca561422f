// The "not found" page.

import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

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
