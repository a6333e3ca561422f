// Bounds and names of what operators set at run time, for the API, the services and the pages.

/** Maximum characters of the reason why a platform is switched off. */
export const MAX_REASON_CHARACTERS = 300;

/** Maximum number of canaries. */
export const MAX_CANARIES = 24;

/** Where the canary links come from: built in, `CANARY_URLS`, or the operators' pages. */
export const CANARY_ORIGINS = ['defaults', 'setting', 'operators'] as const;

/** When visitors are warned about YouTube: depending on the attempts of the last hour, always, never. */
export const NOTICE_MODES = ['auto', 'on', 'off'] as const;

/** One of {@link NOTICE_MODES}. */
export type NoticeMode = (typeof NOTICE_MODES)[number];
