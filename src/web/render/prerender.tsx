// Prerenders the pages at build time: the HTML that visitors get before scripts run.

import { drawnWords } from 'virtual:languages';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { BASE_PATH } from '../../shared/base-path.ts';
import type { Language } from '../../shared/languages.ts';
import { ROUTE_IDS, routeOf } from '../../shared/routes.ts';
import type { SiteArticle } from '../../shared/site-pages.ts';
import { App } from '../app/app.tsx';
import { beginOf } from '../app/begin.ts';
import { prepare } from '../app/prepare.ts';
import { groupOf, screenFileOf } from '../app/screens.ts';
import type { Page, PageFacts, SiteFacts } from '../page/page.ts';
import type { Article, Content } from '../parts/content.ts';
import { drawParts } from '../parts/draw-parts.tsx';
import { type Drawing, drawingOf, pathOfSubject, type Subject } from '../parts/drawing.ts';
import { languages, loadMessages } from '../words/catalogues.ts';
import { sayIn } from '../words/say.ts';
import { PageMeta } from './page-meta.tsx';
import type { DrawInput, DrawnPage, DrawPages, PageAssets } from './prerenderer.ts';

/** Renders every page in every language that has its text. */
export const drawPages: DrawPages = async (input) => {
  const drawn: DrawnPage[] = [];
  for (const language of languages) {
    const messages = await loadMessages(language.code);
    const all = { ...messages, ...(await drawnWords[language.code]?.())?.messages };
    for (const subject of subjectsOf(input.content, language)) {
      const t = sayIn(language, all);
      const drawing = drawingOf(subject, language, languages, input.content, t);
      drawn.push(await drawPage(drawing, input));
    }
  }
  return drawn;
};

function subjectsOf(content: Content, { code }: Language): readonly Subject[] {
  const texts = content[code];
  if (!texts) throw new TypeError(`there are no texts of ${code}`);
  return [
    ...ROUTE_IDS.map((route) => ({ route, text: texts.pages[route] })),
    ...texts.articles.map((text) => ({ route: 'article' as const, text })),
  ];
}

async function drawPage(drawing: Drawing, input: DrawInput): Promise<DrawnPage> {
  const { subject, language } = drawing;
  const { route, text } = subject;
  const path = pathOfSubject(subject);
  const site: SiteFacts = { name: '{{site_name}}', year: '{{year}}', build: input.build };
  const page: Page = {
    route,
    language: language.code,
    href: drawing.alternates[language.code] ?? path,
    home: drawing.hrefOf('home'),
    crumbs: crumbsOf(drawing, path),
    title: text.title,
    parts: drawParts(drawing),
  };
  const { prelude } = await prerender(
    <App shown={await prepare(page)} site={site} />,
    // Else React would insert long parts with inline scripts, which the content security policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const name = path === '/' ? 'home' : path.slice(1);
  const content = await new Response(prelude).text();
  return {
    language: language.code,
    paths: route === 'article' ? [path] : routeOf(route).paths,
    file: `pages/${language.code}/${name}.html`,
    html: drawDocument({ drawing, page, site, content, assets: input.assets }),
    description: text.description,
    isListed: route === 'article' || routeOf(route).isListed,
    status: route === 'not-found' ? 404 : 200,
    updated: text.updated,
    ...(route === 'article' ? { article: articleOf(subject.text, page) } : {}),
  };
}

function articleOf({ heading, description, published }: Article, page: Page): SiteArticle {
  return {
    language: page.language,
    path: page.href.slice(BASE_PATH.length),
    title: heading,
    description,
    published,
  };
}

function crumbsOf(drawing: Drawing, path: string): Page['crumbs'] {
  const { subject, content, hrefOf, alternates, language } = drawing;
  if (subject.route === 'home') return [];
  const own = { label: subject.text.crumb, href: alternates[language.code] ?? path };
  if (subject.route !== 'article') return [own];
  return [{ label: content.pages.blog.crumb, href: hrefOf('blog') }, own];
}

type DocumentProps = {
  readonly drawing: Drawing;
  readonly page: Page;
  readonly site: SiteFacts;
  /** The HTML that React has rendered. */
  readonly content: string;
  readonly assets: PageAssets;
};

const PLACE = '<!--content-->';
const ORIGIN = '{{public_url}}';
const PAPER = { light: '#faf7f2', dark: '#0e131d' } as const;
/** Names the third-party scripts, only if the operator has enabled any. */
const OUTSIDE_SCRIPTS = (
  [
    ['gtm_id', 'gtm-id'],
    ['consent_script_url', 'consent-script'],
  ] as const
)
  .map(([fact, name]) => `{{#${fact}}}<meta name="${name}" content="{{${fact}}}"/>{{/${fact}}}`)
  .join('');

/** Renders the whole file: the head with preloads, and the root that React hydrates. */
function drawDocument(props: DocumentProps): string {
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
  return html
    .replace('</head>', () => `${OUTSIDE_SCRIPTS}</head>`)
    .replace(PLACE, () => props.content);
}

function Document(props: DocumentProps) {
  const { drawing, page, site } = props;
  const { language, languages } = drawing;
  const begin = beginOf(page.route);
  const facts: PageFacts = {
    route: page.route,
    language: page.language,
    href: page.href,
    home: page.home,
    crumbs: page.crumbs,
  };
  return (
    <html
      lang={language.tag}
      dir={language.dir}
      data-language={language.code}
      data-languages={languages.map(({ code }) => code).join(' ')}
      data-offline={page.route === 'offline' ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{titleOf(props)}</title>
        <Early {...props} />
        <PageMeta drawing={drawing} page={page} url={ORIGIN + page.href} origin={ORIGIN} />
        <meta name="color-scheme" content="light dark" />
        {(['light', 'dark'] as const).map((theme) => (
          <meta
            key={theme}
            name="theme-color"
            media={`(prefers-color-scheme: ${theme})`}
            content={PAPER[theme]}
            data-theme={theme}
          />
        ))}
        <meta name="mobile-web-app-capable" content="yes" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" type="image/svg+xml" href={`${BASE_PATH}/icon.svg`} />
        <link rel="apple-touch-icon" href={`${BASE_PATH}/apple-touch-icon.png`} />
        <link rel="manifest" href={`${language.prefix}/manifest.webmanifest`} />
        {/* What runs in an operator's session comes from the product alone. */}
        {page.route !== 'operators' && <script src={`${BASE_PATH}/js/custom.js`} defer />}
      </head>
      <body>
        {/* Seen only without the styles, as behind a proxy that takes off a path for which the pages were not built. */}
        <p className="hidden">{drawing.t('frame.unstyled')}</p>
        <div
          id="root"
          data-page={JSON.stringify(facts)}
          data-site-name={site.name}
          data-year={site.year}
          data-build={site.build}
          data-begin={begin}
          data-scripts={begin === 'load' ? undefined : scriptsOf(props).join(' ')}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React's output replaces it
          dangerouslySetInnerHTML={{ __html: PLACE }}
        />
      </body>
    </html>
  );
}

/** The scripts with which React takes over the page. */
function scriptsOf({ page, drawing, assets }: DocumentProps): readonly string[] {
  const { code } = drawing.language;
  const screen = screenFileOf(page.route);
  const group = groupOf(page.route);
  const words = [code, ...(group ? [`${code}/later/${group}`] : [])];
  return [
    ...assets.app,
    ...words.flatMap((name) => assets.words[name] ?? []),
    ...((screen && assets.screens[screen]) ?? []),
  ];
}

/** The resources that the browser should fetch early. */
function Early(props: DocumentProps) {
  const { page, assets } = props;
  const screenStyles = assets.screenStyles[screenFileOf(page.route) ?? ''] ?? [];
  const scripts = [...assets.preloads, ...(beginOf(page.route) === 'load' ? scriptsOf(props) : [])];
  return (
    <>
      <script src={assets.beforePaint} />
      {[...assets.styles, ...screenStyles].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.fonts.map((href) => (
        <link
          key={href}
          rel="preload"
          as="font"
          type="font/woff2"
          href={href}
          crossOrigin="anonymous"
        />
      ))}
      {/* Low priority: on slow connections the page is readable, and its form usable, before scripts run. */}
      <script type="module" src={assets.script} fetchPriority="low" />
      {scripts.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
    </>
  );
}

/** Returns the title; that of the home page has no site name appended. */
function titleOf({ drawing }: DocumentProps): string {
  const { title } = drawing.subject.text;
  return drawing.subject.route === 'home' ? title : `${title} | {{site_name}}`;
}
