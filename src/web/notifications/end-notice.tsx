// The button that asks for a notification at the end of running work, and the watch that shows it.

import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BASE_PATH } from '../../shared/base-path.ts';
import type { Language } from '../../shared/languages.ts';
import { useSessionStore } from '../page/session-store.tsx';
import { Button } from '../ui/button.tsx';
import { languageOf } from '../words/catalogues.ts';
import { useWords, type Words } from '../words/words.tsx';
import { noticeState, switchNotices } from './choice.ts';
import { type Ending, type Work, watchEnd } from './watch-end.ts';

/** The work of a `name` is watched once, also after this component is gone. */
export type EndNoticeProps = {
  readonly name: 'download' | 'batch';
  readonly workOf: (words: Words) => Work;
};

/** The button; requires the messages of `mobile`. */
export function EndNotice({ name, workOf }: EndNoticeProps) {
  const words = useWords();
  const { t, code } = words;
  const [state, setState] = useState(noticeState);
  const watched = useSessionStore('notifications', () => new Map<string, () => void>());

  useEffect(() => {
    // The words of the page that is open now; a later page in another language takes over.
    watched.get(name)?.();
    const stop = watchEnd(workOf(words), (ending) => {
      watched.delete(name);
      if (ending) void postNotice(ending, languageOf(code));
    });
    watched.set(name, stop);
  }, [watched, name, words, code, workOf]);

  if (state === 'denied') {
    return (
      <p role="status" className="text-soft text-sm">
        {t('mobile.notifyDenied')}
      </p>
    );
  }
  const isOn = state === 'on';
  return (
    <div>
      <Button
        icon={isOn ? BellRing : Bell}
        aria-pressed={isOn}
        onClick={() => void switchNotices(!isOn).then(setState)}
      >
        {t(name === 'batch' ? 'mobile.notifyMany' : 'mobile.notify')}
      </Button>
      <p role="status" className="text-soft text-sm">
        {isOn && <span className="mt-2 block">{t('mobile.notifyOn')}</span>}
      </p>
    </div>
  );
}

/** Shows it if the visitor wants it and does not see this tab. Never rejects. */
async function postNotice(
  { title, text, tag }: Ending,
  { tag: lang, dir }: Pick<Language, 'tag' | 'dir'>,
): Promise<void> {
  if (document.visibilityState === 'visible' || noticeState() !== 'on') return;
  try {
    // Not `new Notification`, which throws on Android.
    const worker = await navigator.serviceWorker.getRegistration();
    const icon = `${BASE_PATH}/icon-192.png`;
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
