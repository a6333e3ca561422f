// Connects the extension with the visitor's server: the page that was opened for it, and no other, may hand over a key.

import { KEY_FORM } from '../../../src/shared/keys.ts';
import { browser } from '../browser.ts';
import type { HelloAnswer } from '../messages.ts';
import { patternOf, readSettings, saveKey } from '../settings.ts';

const SCRIPT = 'bridge';
const PENDING = 'connecting';

let watching: Promise<unknown> = Promise.resolve();

/** Registers the content script for the pages of the server, and for no others; one call after the other. */
export function watchServer(): Promise<void> {
  const next = watching.then(register);
  watching = next.catch((error: unknown) => console.warn('the script was not registered', error));
  return next;
}

async function register(): Promise<void> {
  const { server } = await readSettings();
  const known = await browser.scripting.getRegisteredContentScripts({ ids: [SCRIPT] });
  if (known.length > 0) await browser.scripting.unregisterContentScripts({ ids: [SCRIPT] });
  if (server === null) return;
  await browser.scripting.registerContentScripts([
    { id: SCRIPT, matches: [patternOf(server)], js: ['content.js'], runAt: 'document_idle' },
  ]);
}

/** Opens the server's page, which asks the visitor and makes the key. */
export async function openConnecting(): Promise<void> {
  const { server } = await readSettings();
  if (server === null) throw new TypeError('there is no server to connect to');
  await watchServer();
  const { id } = await browser.tabs.create({ url: 'about:blank' });
  if (id === undefined) throw new TypeError('the tab has no id');
  // Before the page comes, which asks at once whether it is the one.
  await browser.storage.session.set({ [PENDING]: id });
  await browser.tabs.update(id, { url: `${server}/` });
}

/** Tells a content script whether its page is the server, and whether it is to make a key. */
export async function hello(sender: chrome.runtime.MessageSender): Promise<HelloAnswer> {
  const { [PENDING]: tab } = await browser.storage.session.get(PENDING);
  const isServer = await comesFromServer(sender);
  return { isServer, isConnecting: isServer && tab !== undefined && tab === sender.tab?.id };
}

/** Takes the key that the page has made. Once, and only from the tab that was opened for it. */
export async function takeKey(
  secret: string,
  sender: chrome.runtime.MessageSender,
): Promise<boolean> {
  const { isConnecting } = await hello(sender);
  if (!isConnecting || !KEY_FORM.test(secret)) return false;
  await browser.storage.session.remove(PENDING);
  await saveKey(secret);
  return true;
}

async function comesFromServer({ url, frameId, id }: chrome.runtime.MessageSender) {
  const { server } = await readSettings();
  if (id !== browser.runtime.id || frameId !== 0 || url === undefined) return false;
  return server !== null && url.startsWith(`${server}/`);
}
