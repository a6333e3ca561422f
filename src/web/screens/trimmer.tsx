// The trimmer page, for cutting local files in the browser.

import { Trimmer } from '../features/trimmer/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the trimmer. */
export function TrimmerScreen() {
  return (
    <main id="main" className="page trimmer-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Trimmer />
      <Part name="text" className="page-text" />
    </main>
  );
}
