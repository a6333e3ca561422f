// Loads the third-party scripts that the operator has enabled.
import { now } from '../../browser/clock.ts';
import { handOverYes, pushToDataLayer } from './data-layer.ts';

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
