import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Language } from '../../../shared/languages.ts';
import type { Drawing } from '../drawing.ts';
import { LanguageMenu } from './language-menu.tsx';

const language = (code: string, prefix: string): Language => ({
  code,
  prefix,
  name: code.toUpperCase(),
  tag: code,
  intl: code,
  dir: code === 'ar' ? 'rtl' : 'ltr',
});

it('leads to the page in each language, to the blog where an article is missing, and names English', () => {
  const [en, ar, fr] = [language('en', ''), language('ar', '/ar'), language('fr', '/fr')];
  const drawing: Pick<Drawing, 't' | 'language' | 'languages' | 'alternates'> = {
    t: (key) => key,
    language: en,
    languages: [en, ar, fr],
    alternates: { en: '/blog/subtitles', ar: '/ar/blog/subtitles' },
  };
  const html = renderToStaticMarkup(createElement(LanguageMenu, { drawing: drawing as Drawing }));
  expect(html.match(/<a .*?>/g)).toEqual([
    '<a href="/blog/subtitles?language=en" lang="en" hrefLang="en" dir="ltr" data-language="en" aria-current="true" class="menu-link">',
    '<a href="/ar/blog/subtitles" lang="ar" hrefLang="ar" dir="rtl" data-language="ar" class="menu-link">',
    '<a href="/fr/blog" lang="fr" hrefLang="fr" dir="ltr" data-language="fr" class="menu-link">',
  ]);
});
