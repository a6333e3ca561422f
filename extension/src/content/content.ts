// The content script on the pages of the visitor's server, and on no others: tells the page that the extension is there, and
// takes the key that the page makes for it.
import { FROM_EXTENSION, FROM_PAGE } from '../../../src/shared/extension.ts';
import { ask } from '../ask.ts';
import { browser } from '../browser.ts';
import type { HelloAnswer } from '../messages.ts';

const { name, version } = browser.runtime.getManifest();
const extension = new URL(browser.runtime.getURL('')).origin;
let isRegistered = false;

/** The page's first ping has no nonce; it loads what answers, which pings again with one. */
function hear(event: MessageEvent, isConnecting: boolean): void {
  const { data, source, origin } = event;
  if (source !== window || origin !== location.origin) return;
  if (data?.source !== FROM_PAGE || data.action !== 'ping') return;
  if (typeof data.nonce === 'string') register(data.nonce, isConnecting);
  else announce();
}

function announce(): void {
  const pong = { source: FROM_EXTENSION, action: 'ping', success: true };
  window.postMessage(pong, location.origin);
}

/** Opens a channel of our own with the page, on which no other script can listen. */
function register(nonce: string, isConnecting: boolean): void {
  if (isRegistered) return;
  isRegistered = true;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data?.action === 'registerExtension' && data.success && isConnecting)
      port1.postMessage({ action: 'connect', requestId: 1, nonce, origin: extension });
    if (data?.action === 'connect' && data.success)
      void ask<boolean>({ kind: 'key', secret: String(data.key) });
  };
  const message = { source: FROM_EXTENSION, action: 'registerExtension', name, version, nonce };
  window.postMessage(message, location.origin, [port2]);
}

async function begin(): Promise<void> {
  const { isServer, isConnecting } = await ask<HelloAnswer>({ kind: 'hello' });
  if (!isServer) return;
  addEventListener('message', (event) => hear(event, isConnecting));
  announce();
}

void begin();
