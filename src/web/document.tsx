// The document around a page: its head with everything the browser should fetch early, and the place React takes over.
import { type Messages, setupI18n } from '@lingui/core';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Page } from './pages.ts';
import type { PageAssets } from './prerenderer.ts';
import type { WordKey } from './words/keys.ts';

type DocumentProps = {
  readonly page: Page;
  readonly language: string;
  readonly messages: Messages;
  /** What React has drawn of the page. */
  readonly content: string;
  readonly year: number;
  readonly assets: PageAssets;
};

const PLACE = '<!--content-->';
const PAPER = { light: '#faf7f2', dark: '#0e131d' } as const;

/** The whole text of the file. */
export function drawDocument(props: DocumentProps): string {
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
  return html.replace(PLACE, () => props.content);
}

function Document({ page, language, messages, year, assets }: DocumentProps) {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  const words = assets.words[language];
  return (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{i18n._(page.title)}</title>
        <meta name="description" content={i18n._(page.description)} />
        <script src={assets.themeScript} />
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
        {[...assets.preloads, ...(words ? [words] : [])].map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
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
          data-page={page.path}
          data-built-in-year={year}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React's own output takes its place
          dangerouslySetInnerHTML={{ __html: PLACE }}
        />
        <noscript>
          <p className="page">{i18n._('ui.needsJavaScript' satisfies WordKey)}</p>
        </noscript>
      </body>
    </html>
  );
}
