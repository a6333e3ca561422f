// The browser's offer to install the site. `app/before-paint.ts` keeps it, since it may come before any script has loaded.
import { useSyncExternalStore } from 'react';

/** The event that carries the offer; it can be used once. */
export type InstallOffer = Event & {
  readonly prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
};

type WithOffer = { installOffer?: InstallOffer | null };

const OFFERED = 'beforeinstallprompt';
const INSTALLED = 'appinstalled';
const USED = 'keepreel:install-offer-used';
const AS_APP = '(display-mode: standalone)';

/** Whether this site can be installed by a button, is installed, or neither as far as the page can tell. */
export type InstallState = 'offered' | 'installed' | 'unknown';

/** Returns the state, and follows it. */
export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribe, read, () => 'unknown');
}

/** Shows the browser's own question; call it from a press only. */
export async function install(): Promise<void> {
  const holder = window as WithOffer;
  const offer = holder.installOffer;
  if (!offer) return;
  holder.installOffer = null;
  try {
    await offer.prompt();
    await offer.userChoice;
  } catch (error) {
    console.warn('the site could not be installed', error);
  }
  dispatchEvent(new Event(USED));
}

function read(): InstallState {
  if ((window as WithOffer).installOffer) return 'offered';
  return matchMedia(AS_APP).matches || document.documentElement.dataset['installed'] !== undefined
    ? 'installed'
    : 'unknown';
}

function subscribe(listener: () => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  const installed = () => {
    document.documentElement.dataset['installed'] = '';
    listener();
  };
  addEventListener(INSTALLED, installed, { signal });
  for (const name of [OFFERED, USED]) addEventListener(name, listener, { signal });
  return () => end.abort();
}
