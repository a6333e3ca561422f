// Installing the site: by a button where the browser offers it, else by the browser's own menu.
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { install, useInstallState } from './install-offer.ts';
import { Way } from './way.tsx';

const MENUS = ['Chrome', 'Firefox', 'Ios', 'Computer'] as const;

/** The section. Its first line has the same height in every state. */
export function InstallWay() {
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
