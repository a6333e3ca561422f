// What the visitor has set: the server, its key, and a connection that is being made. Kept on this device only.
import { browser } from './browser.ts';

/** The server's origin and the key made for this extension; null while there is none. */
export type Settings = { readonly server: string | null; readonly key: string | null };

const NOTHING: Settings = { server: null, key: null };

/** Reads the settings. */
export async function readSettings(): Promise<Settings> {
  const { server, key } = await browser.storage.local.get(['server', 'key']);
  return {
    server: typeof server === 'string' ? server : NOTHING.server,
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

/** Reads the address that was typed: its origin, or null if it is no address of a website. A missing scheme is https. */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.parse(whole);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.hostname.includes('*') ? null : url.origin;
}

/** The permission for a server. Patterns name no port: they hold for all ports of the host. */
export function patternOf(server: string): string {
  const { protocol, hostname } = new URL(server);
  return `${protocol}//${hostname}/*`;
}
