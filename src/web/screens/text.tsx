// A page to read: the guide, an article, the legal pages.

import { Part } from '../app/part.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';

/** Any page whose text is all there is. */
export function TextScreen() {
  return (
    <main id="main" className="page text-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="text" className="page-text" />
    </main>
  );
}
