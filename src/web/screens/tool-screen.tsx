// The screen of a page with one tool: heading, tool, text.
import type { ReactNode } from 'react';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';

/** `above` and `below` are names of parts of the page around the tool. */
export function toolScreen(
  Tool: () => ReactNode,
  className: string,
  { above, below }: { readonly above?: string; readonly below?: string } = {},
) {
  return function ToolScreen() {
    return (
      <main id="main" className={`page ${className}`}>
        <Breadcrumb />
        <Part name="intro" className="intro" />
        {above && <Part name={above} className="pb-10" />}
        <Tool />
        {below && <Part name={below} />}
        <Part name="text" className="page-text" />
      </main>
    );
  };
}
