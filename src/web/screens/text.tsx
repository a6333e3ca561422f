// Text pages: the guide, the browser extension and the legal pages.

import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** A page that needs no scripts: text, and files where it has some. */
export function TextScreen() {
  return (
    <main id="main" className="page text-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="files" />
      <Part name="text" className="page-text" />
    </main>
  );
}
