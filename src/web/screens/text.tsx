// Text pages: the guide and the legal pages.

import { Part } from '../app/part.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';

/** A page that is only text. */
export function TextScreen() {
  return (
    <main id="main" className="page text-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="text" className="page-text" />
    </main>
  );
}
