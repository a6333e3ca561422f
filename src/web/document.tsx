// The document around a page: its head with everything the browser should fetch early and search engines should know, and
// the place React takes over.
import { renderToStaticMarkup } from 'react-dom/server';
import type { Drawing } from './drawing.ts';
import { jsonLdOf } from './json-ld.ts';
import type { Page, PageFacts, SiteFacts } from './page.ts';
import type { PageAssets, ShareImage } from './prerenderer.ts';
import { screenFileOf } from './screens.ts';

type DocumentProps = {
  readonly drawing: Drawing;
  readonly page: Page;
  readonly site: SiteFacts;
  /** What React has drawn of the page. */
  readonly content: string;
  readonly image: ShareImage;
  readonly assets: PageAssets;
};

const PLACE = '<!--content-->';
const ORIGIN = '{{public_url}}';
const PAPER = { light: '#faf7f2', dark: '#0e131d' } as const;

/** The whole text of the file. */
export function drawDocument(props: DocumentProps): string {
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
  return html.replace(PLACE, () => props.content);
}

function Document(props: DocumentProps) {
  const { drawing, page, site } = props;
  const { language, languages, t } = drawing;
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
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{titleOf(props)}</title>
        <Early {...props} />
        <Found {...props} />
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
        <script src="/js/custom.js" defer />
      </head>
      <body>
        <div
          id="root"
          data-page={JSON.stringify(facts)}
          data-site-name={site.name}
          data-built-in-year={site.builtInYear}
          data-build={site.build}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React's own output takes its place
          dangerouslySetInnerHTML={{ __html: PLACE }}
        />
        <noscript>
          <p className="page">{t('frame.needsJavaScript')}</p>
        </noscript>
      </body>
    </html>
  );
}

/** What the browser should begin to fetch at once. */
function Early({ page, drawing, assets }: DocumentProps) {
  const words = assets.words[drawing.language.code];
  const screen = screenFileOf(page.route);
  const scripts = [
    ...assets.preloads,
    ...(words ? [words] : []),
    ...((screen && assets.screens[screen]) ?? []),
  ];
  return (
    <>
      <script src={assets.beforePaint} />
      {assets.styles.map((href) => (
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
      <script type="module" src={assets.script} />
      {scripts.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  );
}

/** What search engines and those who share the page should know. */
function Found(props: DocumentProps) {
  const { drawing, page, image } = props;
  const { subject, languages, language, alternates } = drawing;
  const { description } = subject.text;
  const url = ORIGIN + page.href;
  const picture = `${ORIGIN}/${image.file}`;
  const isListed = subject.route !== 'offline' && subject.route !== 'not-found';
  const english = alternates['en'];
  return (
    <>
      <meta name="description" content={description} />
      {isListed ? (
        <>
          <link rel="canonical" href={url} />
          {languages.map(({ code, tag }) => {
            const href = alternates[code];
            return href && <link key={tag} rel="alternate" hrefLang={tag} href={ORIGIN + href} />;
          })}
          {english && <link rel="alternate" hrefLang="x-default" href={ORIGIN + english} />}
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <link
        rel="alternate"
        type="application/rss+xml"
        title="{{site_name}}"
        href={`${ORIGIN}/feed.xml`}
      />
      <meta property="og:type" content={subject.route === 'article' ? 'article' : 'website'} />
      <meta property="og:site_name" content="{{site_name}}" />
      <meta property="og:title" content={subject.text.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={language.intl.replace('-', '_')} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.heading} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a less-than sign
        dangerouslySetInnerHTML={{ __html: jsonLdOf(drawing, page, picture) }}
      />
    </>
  );
}

/** The home page's title says itself what the site is; others carry its name. */
function titleOf({ drawing }: DocumentProps): string {
  const { title } = drawing.subject.text;
  return drawing.subject.route === 'home' ? title : `${title} | {{site_name}}`;
}
