// Renders the parts of a page to HTML: everything that needs no script, so that its texts are not in the scripts.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AboutCall, AboutFeatures, AboutPlatforms } from './about-parts.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { BlogIndex } from './blog-index.tsx';
import type { Drawing } from './drawing.ts';
import { ExtensionFiles } from './extension-files.tsx';
import { ShareBox } from './frame/share-box.tsx';
import { SiteFoot } from './frame/site-foot.tsx';
import { MenuButton, SiteHead } from './frame/site-head.tsx';
import { homeParts } from './home/home-parts.tsx';
import { Intro } from './intro.tsx';
import { LinkBox } from './link-box.tsx';
import { NeedsScript } from './needs-script.tsx';
import { NotFoundLinks } from './not-found-links.tsx';
import { SearchStart } from './search-start.tsx';
import { TextOfPage } from './text-of-page.tsx';
import { TrendingBenefits } from './trending-benefits.tsx';

/** Returns the parts of a page by name, for `Part`. */
export function drawParts(drawing: Drawing): Readonly<Record<string, string>> {
  const { route } = drawing.subject;
  const parts: Record<string, ReactNode> = {
    head: <SiteHead drawing={drawing} />,
    intro: (
      <>
        <Intro drawing={drawing} />
        <NeedsScript drawing={drawing} />
      </>
    ),
    text: <TextOfPage drawing={drawing} />,
    ...homeParts(drawing),
  };
  if (route !== 'operators') {
    parts['menu'] = <MenuButton drawing={drawing} />;
    parts['foot'] = <SiteFoot drawing={drawing} />;
    parts['share'] = <ShareBox drawing={drawing} />;
  }
  if (route === 'blog') parts['list'] = <BlogIndex drawing={drawing} />;
  if (route === 'article') parts['meta'] = <ArticleMeta drawing={drawing} />;
  if (route === 'trending') parts['benefits'] = <TrendingBenefits drawing={drawing} />;
  if (route === 'search') parts['start'] = <SearchStart drawing={drawing} />;
  if (route === 'extension') parts['files'] = <ExtensionFiles drawing={drawing} />;
  if (route === 'mobile') parts['link'] = <LinkBox drawing={drawing} />;
  if (route === 'not-found') parts['ways'] = <NotFoundLinks drawing={drawing} />;
  if (route === 'about') {
    parts['features'] = <AboutFeatures drawing={drawing} />;
    parts['platforms'] = <AboutPlatforms drawing={drawing} />;
    parts['try'] = <AboutCall drawing={drawing} />;
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, node]) => [name, renderToStaticMarkup(node)]),
  );
}
