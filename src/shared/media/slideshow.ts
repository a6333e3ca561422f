// For how many seconds a slideshow shows each picture; for its requests, its offers and the page.

/** The bounds, and what is taken where nothing is chosen. */
export const SECONDS_PER_PICTURE = { least: 2, most: 5, usual: 3 } as const;
