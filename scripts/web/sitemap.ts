// The sitemap: every page that search engines may list, each with its other languages.
import type { Language } from '../../src/shared/languages.ts';
import { inLanguage } from '../../src/shared/routes.ts';
import type { DrawnPage } from '../../src/web/render/prerenderer.ts';

const ORIGIN = '{{public_url}}';

/** The text of sitemap.xml; the server fills in where the site is. */
export function drawSitemap(
  pages: readonly DrawnPage[],
  languages: readonly Language[],
  basePath: string,
): string {
  const listed = pages.filter(({ isListed }) => isListed);
  const inAll = Map.groupBy(listed, ({ paths }) => paths[0] ?? '/');
  const addressOf = ({ paths, language }: DrawnPage) => {
    const prefix = languages.find(({ code }) => code === language)?.prefix ?? '';
    return ORIGIN + basePath + inLanguage(prefix, paths[0] ?? '/');
  };
  const entries = listed.map((page) => {
    const others = inAll.get(page.paths[0] ?? '/') ?? [];
    const links = others.map((other) => {
      const tag = languages.find(({ code }) => code === other.language)?.tag;
      return `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressOf(other)}"/>`;
    });
    const english = others.find(({ language }) => language === 'en');
    if (english)
      links.push(`<xhtml:link rel="alternate" hreflang="x-default" href="${addressOf(english)}"/>`);
    return `<url><loc>${addressOf(page)}</loc><lastmod>${page.updated}</lastmod>${links.join('')}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
