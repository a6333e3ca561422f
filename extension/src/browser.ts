// The browser's API for extensions: Firefox calls it `browser`, Chromium `chrome`. Both return promises.

const scope = globalThis as { readonly browser?: typeof chrome };

/** The API. */
export const browser: typeof chrome = scope.browser ?? chrome;
