// The metadata in the head of a document for search engines and link previews.
import type { Language } from '../../shared/languages.ts';
import { routeOf } from '../../shared/routes.ts';
import type { Page } from '../page/page.ts';
import type { Drawing } from '../parts/drawing.ts';
import { jsonLdOf } from './json-ld.ts';

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
  const picture = `${origin}/share/${language.code}.png`;
  const isListed = subject.route === 'article' || routeOf(subject.route).isListed;
  return (
    <>
      <meta name="description" content={description} />
      {isListed ? <CanonicalLinks {...props} /> : <meta name="robots" content="noindex" />}
      <link
        rel="alternate"
        type="application/rss+xml"
        title="{{site_name}}"
        href={`${origin}/feed.xml`}
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
