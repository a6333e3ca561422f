// Draws pages at build time: the HTML that a visitor gets before any script runs.
import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { drawDocument } from './document.tsx';
import { PAGES } from './pages.ts';
import type { DrawnPage, DrawPages } from './prerenderer.ts';
import { loadMessages, PAGE_LANGUAGES } from './words/catalogues.ts';

/** Draws every page in every language: English at the path itself, others in a folder of their own. */
export const drawPages: DrawPages = async (assets, year) => {
  const drawn: DrawnPage[] = [];
  for (const language of PAGE_LANGUAGES) {
    const messages = await loadMessages(language);
    for (const page of PAGES) {
      const { prelude } = await prerender(
        <App page={page} language={language} messages={messages} builtInYear={year} />,
        // Else long parts would be put in their place by inline scripts, which the policy refuses.
        { progressiveChunkSize: Number.POSITIVE_INFINITY },
      );
      const content = await new Response(prelude).text();
      const html = drawDocument({ page, language, messages, content, year, assets });
      const folder = language === 'en' ? '' : `${language}/`;
      const name = page.path === '/' ? 'index' : page.path.slice(1);
      drawn.push({ file: `${folder}${name}.html`, html });
    }
  }
  return drawn;
};
