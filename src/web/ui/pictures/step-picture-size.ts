// The pictures of the product: their names and sizes.

/** In CSS pixels; the files have twice the resolution. */
export const STEP_PICTURE = { width: 390, height: 556 } as const;

/** That of the home page: the choices for a video. */
export const HOME_PICTURE = { width: 390, height: 430 } as const;

/** Each picture is taken in both. */
export const THEMES = ['light', 'dark'] as const;

/** The name of the file in content/pictures, without extension. */
export function pictureName(
  image: string,
  language: string,
  theme: (typeof THEMES)[number],
): string {
  return `${image}-${language}-${theme}`;
}
