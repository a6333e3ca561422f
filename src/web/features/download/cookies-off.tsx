// A notice for browsers that refuse cookies, which downloads require.
import { useSyncExternalStore } from 'react';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useWords } from '../../words/words.tsx';

const never = () => () => undefined;

/** Renders the notice; nothing if cookies work. */
export function CookiesOff() {
  const { t } = useWords();
  const isOff = useSyncExternalStore(
    never,
    () => navigator.cookieEnabled === false,
    () => false,
  );
  if (!isOff) return null;
  return (
    <Card as="section" tone="bad" aria-labelledby="cookies-off-heading">
      <h2 id="cookies-off-heading" className="mb-2 text-lg">
        {t('download.cookiesOffHeading')}
      </h2>
      <p className="mb-4 max-w-prose text-sm">{t('download.cookies_off')}</p>
      <CopyButton text={location.href} label={t('download.openBrowser')} />
    </Card>
  );
}
