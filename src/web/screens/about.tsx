// The about page.

import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The features, the platforms, the text, and the call to action. */
export function AboutScreen() {
  return (
    <main id="main" className="page text-page about-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <Part name="features" />
      <Part name="platforms" />
      <Part name="text" className="page-text" />
      <Part name="try" />
    </main>
  );
}
