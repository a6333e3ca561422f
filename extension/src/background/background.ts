// The background: answers the other parts, follows downloads, and makes the context menu. It sleeps whenever nothing happens.
import { browser } from '../browser.ts';
import type { Answer, Ask } from '../messages.ts';
import { CallError } from '../server.ts';
import { hello, openConnecting, takeKey, watchServer } from './connecting.ts';
import { cancel, follow, noteSaved, start } from './following.ts';
import { makeMenu, openFromMenu } from './menu.ts';

browser.runtime.onInstalled.addListener(({ reason }) => {
  void makeMenu();
  void watchServer();
  if (reason === 'install') void browser.runtime.openOptionsPage();
});
browser.runtime.onStartup.addListener(() => {
  void makeMenu();
  void watchServer();
});
browser.contextMenus.onClicked.addListener((clicked) => void openFromMenu(clicked));
browser.downloads.onChanged.addListener((delta) => void noteSaved(delta));
browser.storage.local.onChanged.addListener(({ server, key }) => {
  if (server) void watchServer();
  if (server || key) void makeMenu();
});
browser.runtime.onMessage.addListener((ask: Ask, sender, answer) => {
  if (sender.id !== browser.runtime.id) return false;
  reply(ask, sender).then(
    (value) => answer({ ok: true, value } satisfies Answer<unknown>),
    (error: unknown) => {
      const { code, params } = error instanceof CallError ? error : new CallError('unexpected');
      if (code === 'unexpected') console.warn('a request failed', error);
      answer({ ok: false, code, params } satisfies Answer);
    },
  );
  // Keeps the channel open for the answer.
  return true;
});

/** A content script runs in a page of the web: it gets only what connecting needs. */
async function reply(ask: Ask, sender: chrome.runtime.MessageSender): Promise<unknown> {
  if (ask.kind === 'hello') return hello(sender);
  if (ask.kind === 'key') return takeKey(ask.secret, sender);
  if (!sender.url?.startsWith(browser.runtime.getURL(''))) throw new CallError('not_connected');
  if (ask.kind === 'start') return start(ask);
  if (ask.kind === 'cancel') return cancel(ask.job);
  if (ask.kind === 'connect') return openConnecting();
  return follow();
}
