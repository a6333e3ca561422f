// The home page before a download: platforms, features, and how it works.

import { StepPicture } from '../../ui/pictures/step-picture.tsx';
import { HOME_PICTURE } from '../../ui/pictures/step-picture-size.ts';
import type { Drawing } from '../drawing.ts';
import { PlatformCards } from '../platform-cards.tsx';
import { HomeBlock } from './home-block.tsx';

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
