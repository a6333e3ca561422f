// The place below a finished download for what phones do with it; loads it there.
import { useState } from 'react';
import { LazySection } from '../../../page/lazy-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { PhoneSaveProps } from './phone-save.tsx';

const load = () => import('./phone-save.tsx').then((it) => it.PhoneSave);

/** Empty on other devices. */
export function PhoneSavePlace(props: PhoneSaveProps) {
  const [isPhone] = useState(() => matchMedia('(pointer: coarse)').matches);
  if (!isPhone) return null;
  return (
    <LazySection
      group="mobile"
      load={load}
      props={props}
      fallback={'canShare' in navigator && <Skeleton className="mt-3 h-20 w-full rounded-md" />}
    />
  );
}
