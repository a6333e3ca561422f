// Shows a notification through the service worker, which focuses this tab when it is pressed.
import type { Language } from '../../shared/languages.ts';
import { noticeState } from './choice.ts';
import type { Ending } from './watch-end.ts';

/** Shows it if the visitor wants it and does not see this tab. Never rejects. */
export async function postNotice(
  { title, text, tag }: Ending,
  { tag: lang, dir }: Pick<Language, 'tag' | 'dir'>,
): Promise<void> {
  if (document.visibilityState === 'visible' || noticeState() !== 'on') return;
  try {
    // Not `new Notification`, which throws on Android.
    const worker = await navigator.serviceWorker.getRegistration();
    const icon = '/icon-192.png';
    await worker?.showNotification(title, {
      body: text,
      tag,
      lang,
      dir,
      icon,
      data: location.href,
    });
  } catch (error) {
    console.warn('the notification could not be shown', error);
  }
}
