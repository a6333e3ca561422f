// The ways from a phone to this site and from it into the phone's apps.

import { Download } from 'lucide-react';
import { useSite } from '../../page/page-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { BookmarkletWay } from './bookmarklet-way.tsx';
import { HandOver } from './hand-over.tsx';
import { install, useInstallState } from './install-offer.ts';
import { ShortcutWay } from './shortcut-way.tsx';
import { Way } from './way.tsx';

const MENUS = ['Chrome', 'Firefox', 'Ios', 'Computer'] as const;

/** The section. Its first line has the same height in every state. */
function InstallWay() {
  const { t } = useWords();
  const state = useInstallState();
  return (
    <Way heading={t('mobile.installHeading')} devices={t('mobile.everyDevice')}>
      <p>{t('mobile.installText')}</p>
      <div className="mt-4 flex min-h-11 items-center" aria-live="polite">
        {state === 'offered' ? (
          <Button variant="primary" icon={Download} onClick={() => void install()}>
            {t('mobile.install')}
          </Button>
        ) : (
          <p className="font-semibold">
            {t(state === 'installed' ? 'mobile.installed' : 'mobile.installByMenu')}
          </p>
        )}
      </div>
      <dl className="way-menus">
        {MENUS.map((menu) => (
          <div key={menu}>
            <dt>{t(`mobile.menu${menu}`)}</dt>
            <dd>{t(`mobile.menu${menu}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Way>
  );
}

/** All of them; requires the messages of `mobile`. */
export function Mobile() {
  const { t } = useWords();
  const { name } = useSite();
  return (
    <>
      <HandOver />
      <InstallWay />
      <Way
        heading={t('mobile.shareHeading')}
        devices="Android"
        picture={{ image: 'mobile-share', alt: t('mobile.shareAlt') }}
      >
        <p>{t('mobile.shareText', { name })}</p>
        <p>{t('mobile.shareElsewhere')}</p>
      </Way>
      <ShortcutWay />
      <BookmarkletWay />
      <Way
        heading={t('mobile.photosHeading')}
        devices={t('mobile.phones')}
        picture={{ image: 'mobile-photos', alt: t('mobile.photosAlt') }}
      >
        <p>{t('mobile.photosText')}</p>
        <p>{t('mobile.photosLimit')}</p>
      </Way>
      <Way
        heading={t('mobile.noticeHeading')}
        devices={t('mobile.everyDevice')}
        picture={{ image: 'mobile-notify', alt: t('mobile.noticeAlt') }}
      >
        <p>{t('mobile.noticeText')}</p>
        <p>{t('mobile.noticeLimit')}</p>
      </Way>
    </>
  );
}
