// Loads the third-party scripts that the operator has enabled.
import { now } from '../../browser/clock.ts';

/** The visitor's answer, for scripts that do not read the data layer. */
type Answered = { keepreelConsent?: { readonly necessary: true; readonly measuring: true } };

const BEFORE = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
} as const;

/** Appends an entry; creates the list if needed. */
function pushToDataLayer(entry: object): void {
  const page = window as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push(entry);
}

/** Grants consent. The question is about measuring only, so storage for advertisements stays denied. */
function handOverYes(): void {
  (window as Answered).keepreelConsent = { necessary: true, measuring: true };
  command('consent', 'default', BEFORE);
  command('consent', 'update', { analytics_storage: 'granted' });
}

function command(..._parts: readonly unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag manager takes only `arguments` for a command, no plain array
  pushToDataLayer(arguments);
}

const GTM = 'https://www.googletagmanager.com/gtm.js';

/** Inserts the scripts after the consent entry; the server's content security policy allows exactly these. */
export function loadScripts({ gtmId, scriptUrl }: OutsideScripts): void {
  handOverYes();
  if (scriptUrl) load(scriptUrl);
  if (!gtmId) return;
  pushToDataLayer({ event: 'gtm.js', 'gtm.start': now() });
  load(`${GTM}?${new URLSearchParams({ id: gtmId })}`);
}

function load(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.addEventListener('error', () => console.warn(`${script.src} could not be loaded`));
  document.head.append(script);
}

/** The enabled scripts. */
export type OutsideScripts = {
  readonly gtmId: string | undefined;
  readonly scriptUrl: string | undefined;
};
