// What the build and the pages agree on when pages are drawn at build time.

/** The addresses of what the build made. */
export type PageAssets = {
  readonly script: string;
  /** Scripts that `script` will ask for. */
  readonly preloads: readonly string[];
  /** The chunk with the words of each language. */
  readonly words: Readonly<Record<string, string>>;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  readonly themeScript: string;
};

/** A drawn page: its file in the built folder and its text. */
export type DrawnPage = { readonly file: string; readonly html: string };

/** Draws every page in every language. `year` is the year of the build. */
export type DrawPages = (assets: PageAssets, year: number) => Promise<readonly DrawnPage[]>;
