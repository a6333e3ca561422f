// The blog page.

import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The list of articles. */
export function BlogScreen() {
  return (
    <main id="main" className="page text-page blog-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="list" />
      <Part name="text" className="page-text" />
    </main>
  );
}
