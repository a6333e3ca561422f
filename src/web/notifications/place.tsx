// The place for the notification's button beside running work; loads it where the browser has notifications.
import { useState } from 'react';
import { LazySection } from '../page/lazy-section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { hasNotifications, noticeState } from './choice.ts';
import type { EndNoticeProps } from './end-notice.tsx';

const load = () => import('./end-notice.tsx').then((it) => it.EndNotice);

/** Empty if the browser has none or refuses them. */
export function NoticePlace(props: EndNoticeProps) {
  const [isOffered] = useState(() => hasNotifications() && noticeState() !== 'denied');
  if (!isOffered) return null;
  return (
    <LazySection
      group="mobile"
      load={load}
      props={props}
      fallback={<Skeleton className="h-11 w-64 max-w-full rounded-md" />}
    />
  );
}
