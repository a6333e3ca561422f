// Loads the scripts that an operator has switched on.
import { now } from '../../browser/clock.ts';
import { handOverYes, pushToDataLayer } from './data-layer.ts';

const GTM = 'https://www.googletagmanager.com/gtm.js';

/** Puts them into the page, with the answer before them; the policy of the server lets in exactly these. */
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

/** What an operator has switched on. */
export type OutsideScripts = {
  readonly gtmId: string | undefined;
  readonly scriptUrl: string | undefined;
};
