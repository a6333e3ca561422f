// Bounds and names of what operators set while the server runs, for the wire contract, the services and the pages.

/** Most characters of the reason why a platform is switched off. */
export const MAX_REASON_CHARACTERS = 300;

/** Most links that canaries look at. */
export const MAX_CANARIES = 24;

/** When visitors are warned about YouTube: as the last hour's attempts say, always, never. */
export const NOTICE_MODES = ['auto', 'on', 'off'] as const;

/** One of {@link NOTICE_MODES}. */
export type NoticeMode = (typeof NOTICE_MODES)[number];
