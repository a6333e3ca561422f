// The page of the history that this browser keeps.

import { History } from '../features/history/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** The page with the list. */
export function HistoryScreen() {
  return (
    <main id="main" className="page text-page history-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <History />
      <Part name="text" className="page-text" />
    </main>
  );
}
