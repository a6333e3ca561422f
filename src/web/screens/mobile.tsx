// The page about phones.

import { Mobile } from '../features/mobile/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the ways to the site, and its text. */
export function MobileScreen() {
  return (
    <main id="main" className="page text-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="link" className="pb-10" />
      <Mobile />
      <Part name="text" className="page-text" />
    </main>
  );
}
