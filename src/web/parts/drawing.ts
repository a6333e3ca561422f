// The input of prerendered parts: texts and messages of the language, and the links between pages.
import type { Language } from '../../shared/languages.ts';
import { articlePath, inLanguage, pathOf, type RouteId } from '../../shared/routes.ts';
import type { DrawnKey } from '../words/keys.ts';
import type { Say } from '../words/say.ts';
import type { Article, Content, LanguageContent, PageText, Reference } from './content.ts';

/** One page to render. */
export type Subject =
  | { readonly route: RouteId; readonly text: PageText }
  | { readonly route: 'article'; readonly text: Article };

/** The target of a link. `language` is set if it differs from that of the page. */
export type Target = {
  readonly href: string;
  readonly label: string;
  readonly language?: Language;
};

/** The context for rendering one page in one language. */
export type Drawing = {
  readonly subject: Subject;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly content: LanguageContent;
  readonly t: Say<DrawnKey>;
  /** Returns the URL of a page in this language. */
  readonly hrefOf: (route: RouteId) => string;
  /** Returns the target of a reference; the English article if this language lacks it. */
  readonly targetOf: (reference: Reference) => Target;
  /** The articles of this language, with English ones for those it lacks. */
  readonly articles: readonly { readonly article: Article; readonly language: Language }[];
  /** The URLs of the page by language code. */
  readonly alternates: Readonly<Record<string, string>>;
};

/** Creates the context. */
export function drawingOf(
  subject: Subject,
  language: Language,
  languages: readonly Language[],
  all: Content,
  t: Say<DrawnKey>,
): Drawing {
  const content = contentOf(all, language.code);
  const [english] = languages;
  if (!english) throw new TypeError('there is no language');
  const hrefOf = (route: RouteId) => inLanguage(language.prefix, pathOf(route));
  const own = new Set(content.articles.map(({ slug }) => slug));
  const articles = contentOf(all, english.code).articles.map(({ slug }) => {
    const home = own.has(slug) ? language : english;
    return { article: articleOf(contentOf(all, home.code), slug), language: home };
  });
  return {
    subject,
    language,
    languages,
    content,
    t,
    hrefOf,
    articles,
    targetOf(reference) {
      if ('route' in reference) {
        const { route } = reference;
        return { href: hrefOf(route), label: content.pages[route].crumb };
      }
      const found = articles.find(({ article }) => article.slug === reference.slug);
      if (!found) throw new TypeError(`there is no article ${reference.slug}`);
      const href = inLanguage(found.language.prefix, articlePath(reference.slug));
      const isForeign = found.language.code !== language.code;
      return {
        href,
        label: found.article.heading,
        ...(isForeign ? { language: found.language } : {}),
      };
    },
    alternates: Object.fromEntries(
      languages
        .filter(({ code }) => hasSubject(contentOf(all, code), subject))
        .map(({ code, prefix }) => [code, inLanguage(prefix, pathOfSubject(subject))]),
    ),
  };
}

/** Returns the path of a page without its language prefix. */
export function pathOfSubject(subject: Subject): string {
  return subject.route === 'article' ? articlePath(subject.text.slug) : pathOf(subject.route);
}

function hasSubject(content: LanguageContent, subject: Subject): boolean {
  if (subject.route !== 'article') return true;
  return content.articles.some(({ slug }) => slug === subject.text.slug);
}

function contentOf(all: Content, code: string): LanguageContent {
  const content = all[code];
  if (!content) throw new TypeError(`there are no texts of ${code}`);
  return content;
}

function articleOf(content: LanguageContent, slug: string): Article {
  const article = content.articles.find((one) => one.slug === slug);
  if (!article) throw new TypeError(`there is no article ${slug}`);
  return article;
}
