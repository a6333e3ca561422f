// On wide screens: a code for the camera of the phone that this site is wanted on.
import { Suspense, useSyncExternalStore } from 'react';
import { laterPart } from '../../page/later-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';
import { useSiteAddresses } from './addresses.ts';

const QrCode = laterPart(() =>
  import('../../ui/pictures/qr-code.tsx').then(({ QrCode }) => QrCode),
);

/** Where mobile.css shows the section. */
const WIDE = '(width >= 64rem)';

/** The code with its sentence; only fetched where it is shown. Phones hide it, and need it least. */
export function HandOver() {
  const { t } = useWords();
  const { home } = useSiteAddresses();
  const isShown = useSyncExternalStore(followWidth, isWide, () => false);
  const drawing = <Skeleton className="size-56 rounded-md" />;
  return (
    <section className="hand-over" aria-labelledby="hand-over-heading">
      <div>
        <h2 id="hand-over-heading">{t('mobile.handOverHeading')}</h2>
        <p>{t('mobile.handOverText')}</p>
      </div>
      {isShown ? (
        <Suspense fallback={drawing}>
          <QrCode text={home} label={t('mobile.handOverLabel', { address: home })} />
        </Suspense>
      ) : (
        drawing
      )}
    </section>
  );
}

function isWide(): boolean {
  return matchMedia(WIDE).matches;
}

function followWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
