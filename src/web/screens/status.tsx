// The status page.

import { Status } from '../features/status/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the table. */
export function StatusScreen() {
  return (
    <main id="main" className="page status-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Status />
      <Part name="text" className="page-text" />
    </main>
  );
}
