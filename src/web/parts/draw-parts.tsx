// Renders the parts of a page to HTML: everything that needs no script, so that its texts are not in the scripts.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EXTENSION_BROWSERS } from '../../shared/extension.ts';
import { articlePath, inLanguage } from '../../shared/routes.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { writeDay } from '../words/day.ts';
import { AboutCall, AboutFeatures, AboutPlatforms } from './about-parts.tsx';
import type { Drawing } from './drawing.ts';
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

/** The line; nothing on other pages. */
function ArticleMeta({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, language } = drawing;
  if (subject.route !== 'article') return null;
  const { topic, published, readingMinutes } = subject.text;
  return (
    <p className="article-facts">
      <span className="article-topic">{topic}</span>
      <time dateTime={published}>{writeDay(published, language)}</time>
      <span>{t('text.readingTime', { minutes: readingMinutes })}</span>
    </p>
  );
}

/** All articles, newest first. */
function BlogIndex({ drawing }: { readonly drawing: Drawing }) {
  const { t, language, articles } = drawing;
  return (
    <ul className="article-list">
      {articles.map(({ article, language: its }) => {
        const isForeign = its.code !== language.code;
        const tag = isForeign ? its.tag : undefined;
        const dir = isForeign ? its.dir : undefined;
        return (
          <li key={article.slug}>
            <h2 lang={tag} dir={dir}>
              <a href={inLanguage(its.prefix, articlePath(article.slug))} hrefLang={tag}>
                {article.heading}
              </a>
            </h2>
            <p lang={tag} dir={dir}>
              {article.lead}
            </p>
            <p className="article-facts">
              <span className="article-topic" lang={tag} dir={dir}>
                {article.topic}
              </span>
              <time dateTime={article.published}>{writeDay(article.published, language)}</time>
              <span>{t('text.readingTime', { minutes: article.readingMinutes })}</span>
              {isForeign && <span className="badge badge-neutral">{t('text.inEnglish')}</span>}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** A card for each browser, with its file. */
function ExtensionFiles({ drawing }: { readonly drawing: Drawing }) {
  const { words } = drawing.subject.text;
  return (
    <ul className="mt-6 mb-12 grid gap-4 md:grid-cols-2">
      {EXTENSION_BROWSERS.map((browser) => (
        <Card as="li" key={browser} className="flex flex-col items-start gap-2">
          <h2 className="text-lg">{words[browser]}</h2>
          <p className="flex-1 text-soft">{words[`${browser}Text`]}</p>
          <ButtonLink
            variant="primary"
            className="mt-2"
            href={`/extension/keepreel-${browser}.zip`}
            download
          >
            {words[`${browser}Get`]}
          </ButtonLink>
        </Card>
      ))}
    </ul>
  );
}
