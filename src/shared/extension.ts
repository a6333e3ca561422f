// What pages and browser extensions agree on: the version of the calls, and the messages of the bridge.

/** The version of the calls that the extension makes. One more when a call changes so that an older extension cannot go on. */
export const API_VERSION = 1;

/** Who sends a message on the window of a page. */
export const FROM_PAGE = 'web-app';
/** {@link FROM_PAGE}, for messages of extensions. */
export const FROM_EXTENSION = 'extension';

/** The name and version of an extension that does not say its own. */
export const UNNAMED_EXTENSION = { name: 'Video Downloader Extension', version: '1.0' } as const;

/** The texts with which requests are refused: those of the specification, then our own. */
export const BRIDGE_ERRORS = {
  unhandled: 'Unhandled action',
  noExtension: 'Chrome extension API not available',
  notConnected: 'Not connected',
  declined: 'Connection declined',
  tooMany: 'Too many requests',
  badRequest: 'Invalid request',
  failed: 'Download failed',
} as const;

/** The browsers that there is an extension for. */
export const EXTENSION_BROWSERS = ['chromium', 'firefox'] as const;

/** One of {@link EXTENSION_BROWSERS}. */
export type ExtensionBrowser = (typeof EXTENSION_BROWSERS)[number];
