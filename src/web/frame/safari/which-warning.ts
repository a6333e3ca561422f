// Decides which of the two Safari warnings to show.

/** The properties that identify a browser. */
export type BrowserSigns = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** The place of a warning: at the edge of every page, or below a finished download. */
export type WarningPlace = 'page' | 'result';

/** The storage keys for dismissed warnings. The two warnings are never shown together. */
export const DISMISSED_AS: Readonly<Record<WarningPlace, string>> = {
  page: 'safariWarningDismissed',
  result: 'dismissedSafariWarning',
};

/** Returns whether the device is an iPhone, iPod or iPad. An iPad claims to be a Mac but has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: BrowserSigns): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Returns whether the browser is Safari. Most user agents contain "Safari"; other browsers add their own name. */
export function isSafari({ userAgent }: BrowserSigns): boolean {
  return /Safari\//.test(userAgent) && !/Chrom|Android|Edg|OPR|Firefox/.test(userAgent);
}

/**
 * Returns whether a place shows its warning. The first one is on all pages, for Safari and all browsers on iOS, until it is
 * dismissed. The second, smaller one is beside a finished file; it is for iOS alone, after the first one was dismissed.
 */
export function isWarned(
  place: WarningPlace,
  browser: BrowserSigns,
  isDismissed: (place: WarningPlace) => boolean,
): boolean {
  if (place === 'page') return (isSafari(browser) || isIos(browser)) && !isDismissed('page');
  return isIos(browser) && isDismissed('page') && !isDismissed('result');
}
