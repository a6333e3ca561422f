// The picture of the product on the home page.

import { StepPicture } from '../../ui/pictures/step-picture.tsx';
import { HOME_PICTURE } from '../../ui/pictures/step-picture-size.ts';
import type { Drawing } from '../drawing.ts';

/** The step of the guide that has the same picture, and so its description. */
const LOOK = 'guide-look';

/** The picture. */
export function HomePicture({ drawing: { content, language } }: { readonly drawing: Drawing }) {
  const alt = content.pages.guide.steps.find(({ image }) => image === LOOK)?.alt ?? '';
  return (
    <p className="home-picture">
      <StepPicture image="home" language={language.code} alt={alt} size={HOME_PICTURE} />
    </p>
  );
}
