// Where a copy would start, read from the file with a short debounce.
import { useEffect, useState } from 'react';
import type { OpenMedia } from './open-media.ts';
import { trueStartOf } from './plan-cut.ts';

const REST_MS = 120;

/** The true start of a copy in milliseconds; null while it is being read. */
export function usePlan(media: OpenMedia, startMs: number): number | null {
  const [plan, setPlan] = useState<{ forMs: number; startMs: number } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(async () => {
      // An unreadable file is reported when it is cut; here the requested start is used.
      const start = await trueStartOf(media, startMs).catch(() => startMs / 1000);
      if (isWanted) setPlan({ forMs: startMs, startMs: start * 1000 });
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [media, startMs]);
  return plan?.forMs === startMs ? plan.startMs : null;
}
