// The HTML document of a page: the head with preloads, and the root that React hydrates.
import { renderToStaticMarkup } from 'react-dom/server';
import { inLanguage } from '../../shared/routes.ts';
import { beginOf } from '../app/begin.ts';
import { groupOf, screenFileOf } from '../app/screens.ts';
import type { Page, PageFacts, SiteFacts } from '../page/page.ts';
import type { Drawing } from '../parts/drawing.ts';
import { PageMeta } from './page-meta.tsx';
import type { PageAssets } from './prerenderer.ts';

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

/** Renders the whole file. */
export function drawDocument(props: DocumentProps): string {
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
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={inLanguage(language.prefix, '/manifest.webmanifest')} />
        {/* What runs in an operator's session comes from the product alone. */}
        {page.route !== 'operators' && <script src="/js/custom.js" defer />}
      </head>
      <body>
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
