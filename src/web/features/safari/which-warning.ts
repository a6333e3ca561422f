// Who gets to see which of the two Safari warnings.

/** What tells a browser. */
export type BrowserSigns = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Where a warning stands: at the edge of every page, or under a finished download. */
export type WarningPlace = 'page' | 'result';

/** What remembers that a warning was dismissed. One warning for each key, and never both at once. */
export const DISMISSED_AS: Readonly<Record<WarningPlace, string>> = {
  page: 'safariWarningDismissed',
  result: 'dismissedSafariWarning',
};

/** An iPhone, an iPod or an iPad, which says that it is a Mac but can be touched. */
export function isIos({ userAgent, maxTouchPoints }: BrowserSigns): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Safari itself; nearly every browser says "Safari", those that are not it say their own name as well. */
export function isSafari({ userAgent }: BrowserSigns): boolean {
  return /Safari\//.test(userAgent) && !/Chrom|Android|Edg|OPR|Firefox/.test(userAgent);
}

/**
 * Whether a place shows its warning. The first stands on all pages, for Safari and everything on iOS, until it is dismissed.
 * The second is a smaller one beside a finished file, where saving is next; it is for iOS alone, and only for those who have
 * dismissed the first.
 */
export function isWarned(
  place: WarningPlace,
  browser: BrowserSigns,
  isDismissed: (place: WarningPlace) => boolean,
): boolean {
  if (place === 'page') return (isSafari(browser) || isIos(browser)) && !isDismissed('page');
  return isIos(browser) && isDismissed('page') && !isDismissed('result');
}
