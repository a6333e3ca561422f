// The prerendered footer: links to all pages in four columns, and popular searches.

import type { ReactNode } from 'react';
import { BASE_PATH } from '../../../shared/base-path.ts';
import { MAIN_PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import type { RouteId } from '../../../shared/routes.ts';
import type { Drawing } from '../drawing.ts';
import { LookingFor } from '../home/looking-for.tsx';
import { PageLink } from './page-link.tsx';

type DrawingProp = { readonly drawing: Drawing };

/** The footer without the parts that need scripts. */
export function SiteFoot({ drawing }: DrawingProp) {
  const { t, hrefOf } = drawing;
  const isHome = drawing.subject.route === 'home';
  return (
    <>
      {/* The home page has a longer list of the same, and cards of the platforms. */}
      {!isHome && <LookingFor drawing={drawing} />}
      <nav aria-label={t('frame.footer')} className="foot-columns">
        <Column heading={t('frame.aboutHeading')}>
          <Items drawing={drawing} routes={['about', 'guide', 'blog', 'status']} />
          <li>
            <a
              href={`${BASE_PATH}/feed.xml`}
              target="_blank"
              rel="noopener"
              type="application/rss+xml"
            >
              {t('frame.feed')}
            </a>
          </li>
          <OnlyWith fact="contact_email">
            <a href="mailto:{{contact_email}}">{t('frame.contact')}</a>
          </OnlyWith>
          <OnlyWithout fact="contact_email">
            <a href={`${hrefOf('dmca')}#notice`}>{t('frame.contact')}</a>
          </OnlyWithout>
          <OnlyWith fact="telegram_url">
            <a href="{{telegram_url}}" rel="noopener">
              Telegram
            </a>
          </OnlyWith>
        </Column>
        {!isHome && (
          <Column heading={t('frame.downloadHeading')}>
            <Items drawing={drawing} routes={MAIN_PLATFORM_IDS} />
          </Column>
        )}
        <Column heading={t('frame.legalHeading')}>
          <li>
            <PageLink drawing={drawing} route="privacy" label={t('frame.privacyPolicy')} />
          </li>
          <li>
            <PageLink drawing={drawing} route="terms" label={t('frame.termsOfService')} />
          </li>
          <Items drawing={drawing} routes={['dmca', 'transparency']} />
        </Column>
        <Column heading={t('frame.moreHeading')}>
          <li>
            <a href={`${hrefOf('home')}?convert=mp3`}>{t('frame.convertToMp3')}</a>
          </li>
          <Items
            drawing={drawing}
            routes={[
              'trimmer',
              'advanced',
              'batch',
              'trending',
              'search',
              'history',
              'mobile',
              'extension',
            ]}
          />
          <li>
            <a href={`${BASE_PATH}/api/docs`} lang="en" hrefLang="en">
              API
            </a>
          </li>
          <OnlyWith fact="source_url">
            <a href="{{source_url}}">{t('frame.sourceCode')}</a>
          </OnlyWith>
        </Column>
      </nav>
      <p className="foot-note">
        {t('frame.personalUse')} <ConsentLink drawing={drawing} />
      </p>
    </>
  );
}

type ColumnProps = { readonly heading: string; readonly children: ReactNode };

function Column({ heading, children }: ColumnProps) {
  return (
    <div>
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </div>
  );
}

type ItemsProps = DrawingProp & { readonly routes: readonly RouteId[] };

function Items({ drawing, routes }: ItemsProps) {
  return routes.map((route) => (
    <li key={route}>
      <PageLink drawing={drawing} route={route} />
    </li>
  ));
}

type FactProps = { readonly fact: string; readonly children: ReactNode };

/** An entry that the server omits if the operator has not set the fact. */
function OnlyWith({ fact, children }: FactProps) {
  return (
    <>
      {`{{#${fact}}}`}
      <li>{children}</li>
      {`{{/${fact}}}`}
    </>
  );
}

/** An entry that is shown only if the operator has not set the fact. */
function OnlyWithout({ fact, children }: FactProps) {
  return (
    <>
      {`{{^${fact}}}`}
      <li>{children}</li>
      {`{{/${fact}}}`}
    </>
  );
}

/** A button styled as a link. The server omits it if there is nothing to ask. */
function ConsentLink({ drawing }: { readonly drawing: Drawing }) {
  return (
    <>
      {'{{#asks_consent}}'}
      <button type="button" className="link" data-consent="">
        {drawing.t('consent-link.reopen')}
      </button>
      {'{{/asks_consent}}'}
    </>
  );
}
