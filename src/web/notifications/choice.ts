// Whether this visitor wants notifications, and whether this browser may show them.
import { recall, store } from '../browser/storage.ts';

const KEPT_AS = 'notifications';

/** `ask`: nothing was asked or the visitor has switched them off; `denied`: the browser refuses to show any. */
export type NoticeState = 'ask' | 'on' | 'denied';

/** Returns whether this browser has notifications at all. On iPhones only installed sites have them. */
export function hasNotifications(): boolean {
  return isSecureContext && 'Notification' in window && 'serviceWorker' in navigator;
}

/** Returns the state; only where {@link hasNotifications}. */
export function noticeState(): NoticeState {
  const { permission } = Notification;
  if (permission === 'denied') return 'denied';
  return permission === 'granted' && recall(KEPT_AS) !== null ? 'on' : 'ask';
}

/** Remembers the choice. The browser asks the visitor if it has not yet; call it from a press only. */
export async function switchNotices(isOn: boolean): Promise<NoticeState> {
  if (isOn && Notification.permission === 'default') await Notification.requestPermission();
  store(KEPT_AS, isOn && Notification.permission === 'granted' ? 'on' : null);
  return noticeState();
}
