// A notice for browsers that refuse cookies, which downloads require; loaded only there.

import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useWords } from '../words/words.tsx';

/** The notice. */
export function CookiesOff() {
  const { t } = useWords();
  return (
    <Card as="section" tone="bad" className="mb-4" aria-labelledby="other-browser-heading">
      <h2 id="other-browser-heading" className="mb-2 text-lg">
        {t('download.cookiesOffHeading')}
      </h2>
      <p className="mb-4 max-w-prose text-sm">{t('download.cookies_off')}</p>
      <CopyButton text={location.href} label={t('download.openBrowser')} />
    </Card>
  );
}
