// What the visitor has set: the server, its key, and a connection that is being made. Kept on this device only.
import { browser } from './browser.ts';
import { readAddress } from './read-address.ts';

/** The server's address, without a slash at its end, and the key made for this extension; null while there is none. */
export type Settings = { readonly server: string | null; readonly key: string | null };

const NOTHING: Settings = { server: null, key: null };

/** Reads the settings. */
export async function readSettings(): Promise<Settings> {
  const { server, key } = await browser.storage.local.get(['server', 'key']);
  return {
    // An older version took any address.
    server: typeof server === 'string' ? readAddress(`${server}/`) : NOTHING.server,
    key: typeof key === 'string' ? key : NOTHING.key,
  };
}

/** Remembers a server. A key of another one is forgotten. */
export async function saveServer(server: string): Promise<void> {
  const before = await readSettings();
  await browser.storage.local.set({ server, ...(before.server === server ? {} : { key: null }) });
}

/** Remembers the key. */
export async function saveKey(key: string | null): Promise<void> {
  await browser.storage.local.set({ key });
}

/** Forgets server and key. */
export async function forgetServer(): Promise<void> {
  await browser.storage.local.remove(['server', 'key']);
}

/** The permission for a server. Patterns name no port: they hold for all ports of the host. */
export function patternOf(server: string): string {
  const { protocol, hostname } = new URL(server);
  return `${protocol}//${hostname}/*`;
}

/** The server that this extension was loaded from, which is suggested; null in a build of one's own. */
export async function readPreset(): Promise<string | null> {
  try {
    const response = await fetch(browser.runtime.getURL('server.json'));
    const { server } = (await response.json()) as { readonly server?: unknown };
    return typeof server === 'string' ? readAddress(`${server}/`) : null;
  } catch {
    return null; // the file is not there
  }
}
