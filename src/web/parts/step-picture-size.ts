// The sizes of the pictures of the product, which reserve their space before they load.

/** In CSS pixels; the files have twice the resolution. */
export const STEP_PICTURE = { width: 390, height: 556 } as const;

/** That of the home page: the choices for a video. */
export const HOME_PICTURE = { width: 390, height: 430 } as const;

/** The name of its file, without extension. */
export function homePicture(language: string, theme: 'light' | 'dark'): string {
  return `home-${language}-${theme}`;
}
