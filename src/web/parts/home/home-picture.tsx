// The picture of the product on the home page, in the language and the theme of the page.
import type { Drawing } from '../../render/drawing.ts';
import { HOME_PICTURE, homePicture } from '../step-picture-size.ts';

/** The step of the guide that has the same picture, and so its description. */
const LOOK = 'guide-look';

/** Both pictures; the one that is not shown is not loaded. */
export function HomePicture({ drawing: { content, language } }: { readonly drawing: Drawing }) {
  const alt = content.pages.guide.steps.find(({ image }) => image === LOOK)?.alt ?? '';
  return (
    <p className="home-picture">
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          {...HOME_PICTURE}
          src={`/pictures/${homePicture(language.code, theme)}.webp`}
          alt={alt}
          data-theme-of={theme}
          loading="lazy"
          decoding="async"
        />
      ))}
    </p>
  );
}
