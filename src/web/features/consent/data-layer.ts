// The data layer of Google Tag Manager and of consent managers that support its consent mode.

/** The visitor's answer, for scripts that do not read the data layer. */
type Answered = { keepreelConsent?: { readonly necessary: true; readonly measuring: true } };

const BEFORE = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
} as const;

/** Appends an entry; creates the list if needed. */
export function pushToDataLayer(entry: object): void {
  const page = window as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push(entry);
}

/** Grants consent. The question is about measuring only, so storage for advertisements stays denied. */
export function handOverYes(): void {
  (window as Answered).keepreelConsent = { necessary: true, measuring: true };
  command('consent', 'default', BEFORE);
  command('consent', 'update', { analytics_storage: 'granted' });
}

function command(..._parts: readonly unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag manager takes only `arguments` for a command, no plain array
  pushToDataLayer(arguments);
}
