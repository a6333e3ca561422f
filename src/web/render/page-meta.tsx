// The metadata in the head of a document for search engines and link previews, with structured data (schema.org as JSON-LD).
import { BASE_PATH } from '../../shared/base-path.ts';
import type { Language } from '../../shared/languages.ts';
import { routeOf } from '../../shared/routes.ts';
import type { Page } from '../page/page.ts';
import type { Drawing } from '../parts/drawing.ts';

type PageMetaProps = {
  readonly drawing: Drawing;
  readonly page: Page;
  /** The absolute URL of the page. */
  readonly url: string;
  readonly origin: string;
};

/** Description, alternate languages, and the Open Graph and Twitter cards. */
export function PageMeta(props: PageMetaProps) {
  const { drawing, page, origin } = props;
  const { subject, language, content } = drawing;
  const { description } = subject.text;
  const site = origin + BASE_PATH;
  const picture = `${site}/share/${language.code}.png`;
  const isListed = subject.route === 'article' || routeOf(subject.route).isListed;
  return (
    <>
      <meta name="description" content={description} />
      {isListed ? <CanonicalLinks {...props} /> : <meta name="robots" content="noindex" />}
      <link
        rel="alternate"
        type="application/rss+xml"
        title="{{site_name}}"
        href={`${site}/feed.xml`}
      />
      <Card {...props} picture={picture} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={subject.text.title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={content.pages.home.heading} />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a less-than sign
        dangerouslySetInnerHTML={{ __html: jsonLdOf(drawing, page, picture) }}
      />
    </>
  );
}

/** The canonical link and the alternate languages. */
function CanonicalLinks({ drawing, url, origin }: PageMetaProps) {
  const { languages, alternates } = drawing;
  const english = alternates['en'];
  return (
    <>
      <link rel="canonical" href={url} />
      {languages.map(({ code, tag }) => {
        const href = alternates[code];
        return href && <link key={tag} rel="alternate" hrefLang={tag} href={origin + href} />;
      })}
      {english && <link rel="alternate" hrefLang="x-default" href={origin + english} />}
    </>
  );
}

function Card({ drawing, url, picture }: PageMetaProps & { readonly picture: string }) {
  const { subject, languages, language, alternates, content } = drawing;
  const isElsewhere = ({ code }: Language) => code !== language.code && alternates[code];
  return (
    <>
      <meta property="og:type" content={subject.route === 'article' ? 'article' : 'website'} />
      <meta property="og:site_name" content="{{site_name}}" />
      <meta property="og:title" content={subject.text.title} />
      <meta property="og:description" content={subject.text.description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={localeOf(language)} />
      {languages.filter(isElsewhere).map((other) => (
        <meta key={other.code} property="og:locale:alternate" content={localeOf(other)} />
      ))}
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={content.pages.home.heading} />
      {subject.route === 'article' && (
        <>
          <meta property="article:published_time" content={subject.text.published} />
          <meta property="article:modified_time" content={subject.text.updated} />
          <meta property="article:section" content={subject.text.topic} />
        </>
      )}
    </>
  );
}

/** Returns the locale of a language with its most common region, such as `en_US`. */
function localeOf({ tag }: Language): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}

type Node = Readonly<Record<string, unknown>>;

/** Filled in by the server; the rating only if there is one. */
const ORIGIN = '{{public_url}}';
const SITE_URL = `${ORIGIN}${BASE_PATH}`;
const SITE = '{{site_name}}';
const RATING_PLACE = '"@rating":true';
const RATING =
  '"aggregateRating":{"@type":"AggregateRating","ratingValue":{{rating_average}},"ratingCount":{{rating_count}},"bestRating":5,"worstRating":1}';
const PUBLISHER = {
  '@type': 'Organization',
  '@id': `${SITE_URL}/#publisher`,
  name: SITE,
  url: `${SITE_URL}/`,
  logo: `${SITE_URL}/icon-512.png`,
} as const;

/** Returns the text of the script tag with the structured data. `image` is the URL of the share image. */
function jsonLdOf(drawing: Drawing, page: Page, image: string): string {
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
      '@id': `${SITE_URL}/#app`,
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
