// Text pages: the guide, the browser extension and the legal pages.

import { Part } from '../app/part.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';

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
