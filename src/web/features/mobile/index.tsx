// The ways from a phone to this site and from it into the phone's apps.
import { useSite } from '../../page/page-context.tsx';
import { useWords } from '../../words/words.tsx';
import { BookmarkletWay } from './bookmarklet-way.tsx';
import { HandOver } from './hand-over.tsx';
import { InstallWay } from './install-way.tsx';
import { ShortcutWay } from './shortcut-way.tsx';
import { Way } from './way.tsx';

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
