// The place for saving to Photos or Files below a finished download; loads it on devices that can share the file.
import { useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { LazySection } from '../../../page/lazy-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { shareType } from './can-share.ts';

const load = () => import('./phone-save.tsx').then((it) => it.PhoneSave);

type PhoneSavePlaceProps = {
  readonly result: DownloadResult;
  readonly onGone: () => void;
};

/** Empty where the file cannot be shared: then it is saved by its link alone. */
export function PhoneSavePlace({ result, onGone }: PhoneSavePlaceProps) {
  const [type] = useState(() => shareType(result));
  if (type === null) return null;
  return (
    <LazySection
      group="mobile"
      load={load}
      props={{ result, type, onGone }}
      fallback={<Skeleton className="mt-3 h-20 w-full rounded-md" />}
    />
  );
}
