// The parts of the about page besides its text: features, platforms, and the call to action.
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { MAIN_PLATFORM_IDS } from '../../shared/platforms/platform.ts';
import { Mark } from '../platform-marks/mark.tsx';
import type { Drawing } from './drawing.ts';
import { ExtraSites } from './extra-sites.tsx';

/** The list of features. */
export function AboutFeatures({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  return (
    <section className="prose-section" aria-labelledby="features">
      <h2 id="features">{t('text.featuresHeading')}</h2>
      <ul className="pairs">
        {subject.text.features.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The list of platforms, with links to their pages. */
export function AboutPlatforms({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject, hrefOf } = drawing;
  const described = MAIN_PLATFORM_IDS.filter((platform) => subject.text.platforms[platform]);
  return (
    <section className="prose-section" aria-labelledby="platforms">
      <h2 id="platforms">{t('text.platformsHeading')}</h2>
      <ul className="platform-list">
        {described.map((platform) => (
          <li key={platform}>
            <h3>
              <a href={hrefOf(platform)}>
                <Mark of={platform} />
                {PLATFORMS[platform].label}
              </a>
            </h3>
            <p>{subject.text.platforms[platform]}</p>
          </li>
        ))}
      </ul>
      <ExtraSites drawing={drawing} />
    </section>
  );
}

/** The call to action. */
export function AboutCall({ drawing }: { readonly drawing: Drawing }) {
  const { t, hrefOf } = drawing;
  return (
    <section className="call" aria-labelledby="try">
      <div>
        <h2 id="try">{t('text.tryHeading')}</h2>
        <p>{t('text.tryText')}</p>
      </div>
      <a href={hrefOf('home')} className="btn btn-primary btn-large">
        {t('text.tryNow')}
      </a>
    </section>
  );
}
