// Renders the parts of a page to HTML: everything that needs no script, so that its texts are not in the scripts. Those of one
// kind of page that are short are here.

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BASE_PATH } from '../../shared/base-path.ts';
import { EXTENSION_BROWSERS } from '../../shared/extension.ts';
import { articlePath, inLanguage, routeOf } from '../../shared/routes.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { writeDay } from '../words/day.ts';
import type { DrawnKey } from '../words/keys.ts';
import { AboutCall, AboutFeatures, AboutPlatforms } from './about-parts.tsx';
import type { Drawing, Subject } from './drawing.ts';
import { ShareBox } from './frame/share-box.tsx';
import { SiteFoot } from './frame/site-foot.tsx';
import { MenuButton, SiteHead } from './frame/site-head.tsx';
import { homeParts } from './home/home-parts.tsx';
import { NotFoundLinks } from './not-found-links.tsx';
import { TextOfPage } from './text-of-page.tsx';

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
            className="mt-2"
            href={`${BASE_PATH}/extension/keepreel-${browser}.zip`}
            download
          >
            {words[`${browser}Get`]}
          </ButtonLink>
        </Card>
      ))}
    </ul>
  );
}

function Intro({ drawing }: { readonly drawing: Drawing }) {
  const { heading, lead } = drawing.subject.text;
  return (
    <>
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
    </>
  );
}

/** What a page whose tool needs JavaScript says without it. */
function NeedsScript({ drawing }: { readonly drawing: Drawing }) {
  const key = sentenceOf(drawing.subject);
  if (!key) return null;
  const sentence = <p className="needs-script">{drawing.t(key)}</p>;
  // The prerendered content of this page is in a noscript already, and those cannot be nested.
  if (drawing.subject.route === 'operators') return sentence;
  return <noscript>{sentence}</noscript>;
}

function sentenceOf({ route }: Subject): DrawnKey | null {
  switch (route) {
    case 'trending':
    case 'status':
    case 'trimmer':
    case 'operators':
    case 'history':
    case 'search':
      return `needs-script.${route}`;
    case 'transparency':
      return 'needs-script.status';
    case 'article':
      return null;
    default: {
      const hasBox = ['home', 'advanced', 'batch'].includes(route) || routeOf(route).platform;
      return hasBox ? 'needs-script.download' : null;
    }
  }
}

/** What the search page suggests before anything is typed: its related pages and articles. */
function SearchStart({ drawing }: { readonly drawing: Drawing }) {
  const { subject, targetOf } = drawing;
  const { words, related } = subject.text;
  return (
    <>
      <h2>{words['startHeading']}</h2>
      <ul>
        {related.map(targetOf).map(({ href, label, language }) => (
          <li key={href}>
            <a href={href} hrefLang={language?.tag} lang={language?.tag} dir={language?.dir}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A link box without scripts, for pages of text: the browser takes the link to the home page. */
function LinkBox({ drawing: { t, hrefOf } }: { readonly drawing: Drawing }) {
  return (
    <form
      action={hrefOf('home')}
      className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch"
    >
      <label htmlFor="link-box" className="sr-only">
        {t('download.formLabel')}
      </label>
      <div className="field field-large min-w-0 flex-1">
        <input
          id="link-box"
          name="url"
          required
          inputMode="url"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          placeholder={t('download.placeholder')}
        />
      </div>
      <button type="submit" className="btn btn-primary btn-large min-h-15 shrink-0">
        {t('download.analyze')}
      </button>
    </form>
  );
}

/** The benefits of the trending page, and the operator's Telegram channel. The server omits the channel if its URL is not set. */
function TrendingBenefits({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  const { benefits, words } = subject.text;
  return (
    <>
      {'{{#telegram_url}}'}
      <div className="telegram">
        <p>{t('text.telegramText')}</p>
        <a
          href="{{telegram_url}}"
          className="btn btn-secondary"
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('text.joinTelegram')}
        </a>
      </div>
      {'{{/telegram_url}}'}
      <section className="prose-section" aria-labelledby="benefits">
        <h2 id="benefits">{words['benefitsHeading']}</h2>
        <ul className="benefits">
          {benefits.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
