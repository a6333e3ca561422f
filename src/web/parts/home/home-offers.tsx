// The home page before a download: platforms, features, and how it works.
import type { Drawing } from '../drawing.ts';
import { PlatformCards } from '../platform-cards.tsx';
import { HomeBlock } from './home-block.tsx';
import { HomePicture } from './home-picture.tsx';

/** Platform cards, feature cards and the how-to; hidden while a download runs. */
export function HomeOffers({ drawing }: { readonly drawing: Drawing }) {
  const { t, subject } = drawing;
  const { features, steps } = subject.text;
  return (
    <>
      <HomeBlock name="platforms" heading={t('home.platformsHeading')}>
        <PlatformCards drawing={drawing} />
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
