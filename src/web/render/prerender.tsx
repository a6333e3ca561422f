// Prerenders the pages at build time: the HTML that visitors get before scripts run.

import { drawnWords } from 'virtual:languages';
import { prerender } from 'react-dom/static';
import type { Language } from '../../shared/languages.ts';
import { ROUTE_IDS, routeOf } from '../../shared/routes.ts';
import type { SiteArticle } from '../../shared/site-pages.ts';
import { App } from '../app/app.tsx';
import { prepare } from '../app/prepare.ts';
import type { Page, SiteFacts } from '../page/page.ts';
import type { Article, Content } from '../parts/content.ts';
import { drawParts } from '../parts/draw-parts.tsx';
import { type Drawing, drawingOf, pathOfSubject, type Subject } from '../parts/drawing.ts';
import { languages, loadMessages } from '../words/catalogues.ts';
import { sayIn } from '../words/say.ts';
import { drawDocument } from './document.tsx';
import type { DrawInput, DrawnPage, DrawPages } from './prerenderer.ts';

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
  return { language: page.language, path: page.href, title: heading, description, published };
}

function crumbsOf(drawing: Drawing, path: string): Page['crumbs'] {
  const { subject, content, hrefOf, alternates, language } = drawing;
  if (subject.route === 'home') return [];
  const own = { label: subject.text.crumb, href: alternates[language.code] ?? path };
  if (subject.route !== 'article') return [own];
  return [{ label: content.pages.blog.crumb, href: hrefOf('blog') }, own];
}
