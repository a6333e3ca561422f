// The video named by the fragment (`/trending#<id>`): scrolled into view once loaded, and when the fragment changes.
import { useEffect, useState } from 'react';
import type { TrendingAnswer } from '../../../shared/api/site.ts';

/** Returns the id of the listed video in the fragment, or null. */
export function useLinkedVideo(videos: TrendingAnswer | null): string | null {
  const [named, setNamed] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setNamed(idInAddress());
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const linked = videos?.find(({ id }) => id === named)?.id ?? null;
  useEffect(() => {
    if (linked !== null) document.getElementById(linked)?.scrollIntoView({ block: 'center' });
  }, [linked]);
  return linked;
}

function idInAddress(): string | null {
  try {
    return decodeURIComponent(location.hash.slice(1)) || null;
  } catch (error) {
    console.info('the fragment could not be decoded', error);
    return null;
  }
}
