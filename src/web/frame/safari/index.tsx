// The warnings for Safari and iOS. Other browsers load only the check whether to show them.
import { useEffect, useState } from 'react';
import { recall, store } from '../../browser/storage.ts';
import { LazySection } from '../../page/lazy-section.tsx';
import { DISMISSED_AS, isWarned, type WarningPlace } from './which-warning.ts';

const loadWarning = () => import('./warning.tsx').then((it) => it.Warning);
const isDismissed = (place: WarningPlace) => recall(DISMISSED_AS[place]) !== null;

/** The warning of a place, decided on mount: a dismissed one is not replaced. */
export function SafariWarning({ place }: { readonly place: WarningPlace }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isWarned(place, navigator, isDismissed)), [place]);
  if (!isShown) return null;
  const onDismiss = () => {
    store(DISMISSED_AS[place], 'true');
    setIsShown(false);
  };
  return <LazySection group="safari" load={loadWarning} props={{ place, onDismiss }} />;
}
