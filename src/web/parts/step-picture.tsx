// The picture beside a step of a how-to.
import { STEP_PICTURE } from './step-picture-size.ts';

type StepPictureProps = {
  /** The name of a file in content/pictures, without extension. */
  readonly image: string;
  readonly alt: string;
};

/** The picture, with reserved space. */
export function StepPicture({ image, alt }: StepPictureProps) {
  return (
    <img
      {...STEP_PICTURE}
      src={`/pictures/${image}.webp`}
      alt={alt}
      className="step-picture"
      loading="lazy"
      decoding="async"
    />
  );
}
