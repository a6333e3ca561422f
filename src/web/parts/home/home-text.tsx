// The long text of the home page: collapsed sections, questions and popular searches, in one list.

import type { ReactNode } from 'react';
import type { RouteId } from '../../../shared/routes.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Drawing } from '../drawing.ts';
import { LastUpdated } from '../last-updated.tsx';
import { sectionsOf } from '../sections.ts';
import { HomeBlock } from './home-block.tsx';

const SEARCHES = [
  ['home.searchYoutubeMp4', 'youtube', ''],
  ['home.searchYoutubeMp3', 'home', '?platform=youtube&convert=mp3'],
  ['home.searchTiktok', 'tiktok', ''],
  ['home.searchTiktokMp3', 'home', '?platform=tiktok&convert=mp3'],
  ['home.searchReels', 'instagram', ''],
  ['home.searchInstagram', 'home', '?platform=instagram&quality=high'],
  ['home.searchFacebook', 'facebook', ''],
  ['home.searchTwitter', 'twitter', ''],
  ['home.searchSpotlight', 'snapchat', ''],
  ['home.searchPinterest', 'pinterest', ''],
  ['home.searchThreads', 'threads', ''],
  ['home.searchMp3', 'home', '?convert=mp3'],
  ['home.searchHigh', 'home', '?quality=high'],
  ['home.searchLow', 'home', '?quality=low'],
  ['home.searchAll', 'advanced', ''],
  ['home.searchTrim', 'trimmer', ''],
  ['home.searchPhone', 'mobile', ''],
  ['home.searchTrending', 'trending', ''],
] as const satisfies readonly (readonly [string, RouteId, string])[];

/** The list of links. */
function HomeSearches({ drawing: { t, hrefOf } }: { readonly drawing: Drawing }) {
  return (
    <Fold heading={t('home.searchesHeading')} className="searches">
      <ul>
        {SEARCHES.map(([key, route, query]) => (
          <li key={key}>
            <a href={`${hrefOf(route)}${query}`}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** The id of the first section, the same in every language for links to `#about`. */
const ABOUT = 'about';

/** The text; browsers open a section when its text is searched for or the fragment names it. */
export function HomeText({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  const { html, faq } = subject.text;
  return (
    <>
      <HomeBlock name="more" heading={t('home.moreHeading')}>
        {sectionsOf(html).sections.map((section, index) => (
          <details key={section.id} className="fold">
            <summary>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML */}
              <h3 dangerouslySetInnerHTML={{ __html: section.heading }} />
            </summary>
            <div
              id={index === 0 ? ABOUT : section.id}
              className="prose"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered without raw HTML
              dangerouslySetInnerHTML={{ __html: section.html }}
            />
          </details>
        ))}
        {faq.map(({ question, answer }) => (
          <Fold key={question} heading={question}>
            <p>{answer}</p>
          </Fold>
        ))}
        <Fold heading={t('home.facebookFold')}>
          <p>{t('home.facebookText')}</p>
        </Fold>
        <HomeSearches drawing={drawing} />
      </HomeBlock>
      <LastUpdated drawing={drawing} />
    </>
  );
}

type FoldProps = {
  readonly heading: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Closed at first. */
function Fold({ heading, className, children }: FoldProps) {
  return (
    <details className={classNames('fold', className)}>
      <summary>
        <h3>{heading}</h3>
      </summary>
      {children}
    </details>
  );
}
