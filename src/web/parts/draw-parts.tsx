// Which parts a page has, drawn as HTML: everything that needs no script and whose words need not travel with one.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Drawing } from '../drawing.ts';
import { ArticleMeta } from './article-meta.tsx';
import { BlogIndex } from './blog-index.tsx';
import { Intro } from './intro.tsx';
import { SiteFoot } from './site-foot.tsx';
import { SiteHead } from './site-head.tsx';
import { TextOfPage } from './text-of-page.tsx';

/** All parts of a page by the name that `Part` asks for. */
export function drawParts(drawing: Drawing): Readonly<Record<string, string>> {
  const { route } = drawing.subject;
  const parts: Record<string, ReactNode> = {
    head: <SiteHead drawing={drawing} />,
    intro: <Intro drawing={drawing} />,
    text: <TextOfPage drawing={drawing} />,
    foot: <SiteFoot drawing={drawing} />,
  };
  if (route === 'blog') parts['list'] = <BlogIndex drawing={drawing} />;
  if (route === 'article') parts['meta'] = <ArticleMeta drawing={drawing} />;
  return Object.fromEntries(
    Object.entries(parts).map(([name, node]) => [name, renderToStaticMarkup(node)]),
  );
}
