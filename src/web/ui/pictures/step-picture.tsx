// A picture of the product, in the language and the theme of the page.
import { BASE_PATH } from '../../../shared/base-path.ts';
import { pictureName, STEP_PICTURE, THEMES } from './step-picture-size.ts';

type StepPictureProps = {
  /** What is shown; see scripts/guide-pictures.ts. */
  readonly image: string;
  /** The language code of the page. */
  readonly language: string;
  readonly alt: string;
  readonly size?: { readonly width: number; readonly height: number };
};

/** A picture for each theme, with reserved space; the one that is not shown is not loaded. */
export function StepPicture({ image, language, alt, size = STEP_PICTURE }: StepPictureProps) {
  return THEMES.map((theme) => (
    <img
      key={theme}
      {...size}
      src={`${BASE_PATH}/pictures/${pictureName(image, language, theme)}.webp`}
      alt={alt}
      className="step-picture"
      data-theme-of={theme}
      loading="lazy"
      decoding="async"
    />
  ));
}
