// Names of built files that content blockers leave alone: their lists refuse scripts by words in their addresses.

/** Words of such rules, as EasyList, EasyPrivacy and lists of annoyances and social widgets have them. */
const REFUSED =
  /(^|[-_])(ads?|advert\w*|analytics?|banners?|beacons?|consent|cookies?|metrics|newsletter|pixel|popups?|promo|rating|shar(e|ing)|social|sponsor\w*|stats|telemetry|track(er|ing)?)([-_]|$)/;

/** Whether rules of blockers may be meant for a name of a file, a class or an id. */
export function mayBeRefused(name: string): boolean {
  return REFUSED.test(name);
}

/** The name of a part of the pages, or "part". */
export function plainName(name: string): string {
  return mayBeRefused(name) ? 'part' : name;
}
