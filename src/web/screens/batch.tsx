// The page for many links at once.

import { Batch } from '../features/batch/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the form and the queue. */
export function BatchScreen() {
  return (
    <main id="main" className="page batch-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Batch />
      <Part name="text" className="page-text" />
    </main>
  );
}
