// Builds structured data for search engines (schema.org as JSON-LD) from the content of the page.
import { routeOf } from '../../shared/routes.ts';
import type { Page } from '../page/page.ts';
import type { Drawing } from '../parts/drawing.ts';

type Node = Readonly<Record<string, unknown>>;

/** Filled in by the server; the rating only if there is one. */
const ORIGIN = '{{public_url}}';
const SITE = '{{site_name}}';
const RATING_PLACE = '"@rating":true';
const RATING =
  '"aggregateRating":{"@type":"AggregateRating","ratingValue":{{rating_average}},"ratingCount":{{rating_count}},"bestRating":5,"worstRating":1}';
const PUBLISHER = {
  '@type': 'Organization',
  '@id': `${ORIGIN}/#publisher`,
  name: SITE,
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}/icon-512.png`,
} as const;

/** Returns the text of the script tag. `image` is the URL of the share image. */
export function jsonLdOf(drawing: Drawing, page: Page, image: string): string {
  const { route } = drawing.subject;
  const isListed = route === 'article' || routeOf(route).isListed;
  const nodes = [
    ...(route === 'home' ? homeOf(drawing, page, image) : []),
    ...articleOf(drawing, page, image),
    ...howToOf(drawing, image),
    ...questionsOf(drawing, page),
    ...(isListed && route !== 'home' ? [breadcrumbOf(drawing, page)] : []),
  ];
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes });
  return json
    .replaceAll('<', '\\u003c')
    .replace(`,${RATING_PLACE}`, () => `{{#rating_count}},${RATING}{{/rating_count}}`);
}

function homeOf(
  { subject, language, hrefOf }: Drawing,
  page: Page,
  image: string,
): readonly Node[] {
  const url = ORIGIN + page.href;
  const inLanguage = language.tag;
  return [
    {
      '@type': 'WebSite',
      '@id': `${url}#site`,
      name: SITE,
      url,
      inLanguage,
      publisher: PUBLISHER,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${ORIGIN}${hrefOf('search')}?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': 'WebApplication',
      '@id': `${ORIGIN}/#app`,
      name: SITE,
      url,
      description: subject.text.description,
      image,
      applicationCategory: 'MultimediaApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      inLanguage,
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      '@rating': true,
    },
  ];
}

function articleOf({ subject, language }: Drawing, page: Page, image: string): readonly Node[] {
  if (subject.route !== 'article') return [];
  const { text } = subject;
  const url = ORIGIN + page.href;
  return [
    {
      '@type': 'BlogPosting',
      headline: text.heading,
      description: text.description,
      image,
      url,
      datePublished: text.published,
      dateModified: text.updated,
      inLanguage: language.tag,
      articleSection: text.topic,
      isAccessibleForFree: true,
      author: PUBLISHER,
      publisher: PUBLISHER,
      mainEntityOfPage: url,
    },
  ];
}

function howToOf({ subject, language }: Drawing, image: string): readonly Node[] {
  const { steps, heading, lead } = subject.text;
  if (steps.length === 0) return [];
  const step = steps.map(({ name, text }, index) => ({
    '@type': 'HowToStep',
    position: index + 1,
    name,
    text,
  }));
  const inLanguage = language.tag;
  return [{ '@type': 'HowTo', name: heading, description: lead, image, inLanguage, step }];
}

function questionsOf({ subject, language }: Drawing, page: Page): readonly Node[] {
  const { faq } = subject.text;
  if (faq.length === 0) return [];
  const mainEntity = faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  const url = ORIGIN + page.href;
  return [{ '@type': 'FAQPage', url, inLanguage: language.tag, mainEntity }];
}

function breadcrumbOf({ t, hrefOf }: Drawing, { crumbs }: Page): Node {
  const trail = [{ label: t('ui.home'), href: hrefOf('home') }, ...crumbs];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: ORIGIN + href,
    })),
  };
}
