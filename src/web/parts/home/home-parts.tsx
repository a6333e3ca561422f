// The parts of pages with a link form, and those of the home page alone.
import { BadgeCheck, Check, FileVideo, Gift, MonitorPlay, ShieldCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RouteId, routeOf } from '../../../shared/routes.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { StepPicture } from '../../ui/pictures/step-picture.tsx';
import { HOME_PICTURE } from '../../ui/pictures/step-picture-size.ts';
import type { Drawing } from '../drawing.ts';
import { ExtraSites } from '../extra-sites.tsx';
import { LastUpdated } from '../last-updated.tsx';
import { PlatformCards } from '../platform-cards.tsx';
import { sectionsOf } from '../sections.ts';

const BADGES = [
  ['home.badgeFree', Gift],
  ['home.badgePrivate', ShieldCheck],
  ['home.badgeQuality', MonitorPlay],
  ['home.badgeChecked', BadgeCheck],
  ['home.badgeFormats', FileVideo],
] as const;

/** The badges of every page with a link form. */
function HomeBadges({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <ul className="badges" aria-label={t('home.badgesLabel')}>
      {BADGES.map(([key, icon]) => (
        <li key={key}>
          {t(key)}
          <Icon of={icon} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the parts by name; none for pages that are only text. */
export function homeParts(drawing: Drawing): Readonly<Record<string, ReactNode>> {
  const { route } = drawing.subject;
  const isHome = route === 'home';
  const hasBox = isHome || (route !== 'article' && routeOf(route).platform !== undefined);
  if (!hasBox) return {};
  return {
    badges: <HomeBadges drawing={drawing} />,
    play: <HomePlay drawing={drawing} />,
    ...(route === 'facebook' && { notice: <FacebookNotice drawing={drawing} /> }),
    ...(isHome && {
      pitch: <HomePitch drawing={drawing} />,
      offers: <HomeOffers drawing={drawing} />,
      text: <HomeText drawing={drawing} />,
    }),
  };
}

/** The notice of the Facebook page. */
function FacebookNotice({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <p className="aside-note">
      <Mark of="facebook" />
      <span>
        <strong>{t('home.facebookTitle')}</strong> {t('home.facebookText')}
      </span>
    </p>
  );
}

/** The line that opens it, and a description. */
function HomePlay({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <>
      <strong>{t('home.playWhileWaiting')}</strong> <span>{t('home.playText')}</span>
    </>
  );
}

const COMPARED = [
  ['home.before1', 'home.after1'],
  ['home.before2', 'home.after2'],
  ['home.before3', 'home.after3'],
] as const;

/** How the site differs from ad-laden downloaders; hidden once there is a link. */
function HomePitch({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <HomeBlock name="compared" heading={t('home.comparedHeading')}>
      <table>
        <colgroup>
          <col />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('home.comparedBefore')}</th>
            <th scope="col">{t('home.comparedAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {COMPARED.map(([before, after]) => (
            <tr key={before}>
              <td>
                <Icon of={X} />
                <span>{t(before)}</span>
              </td>
              <td>
                <Icon of={Check} />
                <span>{t(after)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </HomeBlock>
  );
}

/** The step of the guide that has the same picture, and so its description. */
const LOOK = 'guide-look';

/** The picture. */
function HomePicture({ drawing: { content, language } }: { readonly drawing: Drawing }) {
  const alt = content.pages.guide.steps.find(({ image }) => image === LOOK)?.alt ?? '';
  return (
    <p className="home-picture">
      <StepPicture image="home" language={language.code} alt={alt} size={HOME_PICTURE} />
    </p>
  );
}

/** Platform cards, feature cards and the how-to; hidden while a download runs. */
function HomeOffers({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  const { features, steps } = subject.text;
  return (
    <>
      <HomeBlock name="platforms" heading={t('home.platformsHeading')}>
        <PlatformCards drawing={drawing} />
        <ExtraSites drawing={drawing} />
      </HomeBlock>
      <HomeBlock name="features" heading={t('home.featuresHeading')}>
        <ul className="pairs">
          {features.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </HomeBlock>
      <HomeBlock name="how-to" heading={t('home.howToHeading')}>
        <ol className="counted">
          {steps.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <HomePicture drawing={drawing} />
      </HomeBlock>
    </>
  );
}

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

/** Sections, questions and searches, collapsed; browsers open a section when its text is searched for or the fragment names it. */
function HomeText({ drawing }: { readonly drawing: Drawing }) {
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

type HomeBlockProps = {
  /** Part of the id of its heading; unique on the page. */
  readonly name: string;
  readonly heading: string;
  readonly children: ReactNode;
};

/** A section of the home page: the heading at the side, its content beside it. */
function HomeBlock({ name, heading, children }: HomeBlockProps) {
  const id = `home-${name}`;
  return (
    <section className="chapter" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div className={name}>{children}</div>
    </section>
  );
}
