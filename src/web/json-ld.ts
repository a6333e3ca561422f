// What search engines are told about a page in their own format (schema.org as JSON-LD), made from what the page shows.
import type { Drawing } from './drawing.ts';
import { pathOfSubject } from './drawing.ts';
import type { Page } from './page.ts';

type Node = Readonly<Record<string, unknown>>;

/** The server fills these in; the rating only where there is one to tell. */
const ORIGIN = '{{public_url}}';
const SITE = '{{site_name}}';
const RATING_PLACE = '"@rating":true';
const RATING =
  '"aggregateRating":{"@type":"AggregateRating","ratingValue":{{rating_average}},"ratingCount":{{rating_count}},"bestRating":5,"worstRating":1}';

/** The text of the script tag. `image` is the address of the page's picture. */
export function jsonLdOf(drawing: Drawing, page: Page, image: string): string {
  const { subject, language } = drawing;
  const { route, text } = subject;
  const url = ORIGIN + page.href;
  const publisher = { '@type': 'Organization', name: SITE, url: ORIGIN };
  const nodes: Node[] = [];
  if (route === 'home') {
    nodes.push({
      '@type': 'WebApplication',
      ...{ '@id': `${ORIGIN}/#app`, name: SITE, url, description: text.description, image },
      ...{ applicationCategory: 'MultimediaApplication', operatingSystem: 'Any' },
      ...{ browserRequirements: 'Requires JavaScript', inLanguage: language.tag },
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      '@rating': true,
    });
  }
  if (subject.route === 'article') {
    nodes.push({
      '@type': 'Article',
      ...{ headline: text.heading, description: text.description, image, url },
      ...{ datePublished: subject.text.published, dateModified: text.updated },
      ...{ inLanguage: language.tag, author: publisher, publisher, mainEntityOfPage: url },
    });
  }
  if (text.steps.length > 0) {
    const step = text.steps.map(({ name, text: says }) => ({
      ...{ '@type': 'HowToStep', name, text: says },
    }));
    nodes.push({ '@type': 'HowTo', name: text.heading, description: text.lead, step });
  }
  if (text.faq.length > 0) {
    const mainEntity = text.faq.map(({ question, answer }) => ({
      ...{ '@type': 'Question', name: question },
      acceptedAnswer: { '@type': 'Answer', text: answer },
    }));
    nodes.push({ '@type': 'FAQPage', url, mainEntity });
  }
  if (pathOfSubject(subject) !== '/') nodes.push(breadcrumbOf(drawing, page));
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes });
  return json
    .replaceAll('<', '\\u003c')
    .replace(`,${RATING_PLACE}`, `{{#rating_count}},${RATING}{{/rating_count}}`);
}

function breadcrumbOf({ t, hrefOf }: Drawing, { crumbs }: Page): Node {
  const trail = [{ label: t('ui.home'), href: hrefOf('home') }, ...crumbs];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, href }, index) => ({
      ...{ '@type': 'ListItem', position: index + 1, name: label, item: ORIGIN + href },
    })),
  };
}
