// Provides the page and the facts about the site to all components.
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Page, SiteFacts } from './page.ts';

type Place = { readonly page: Page; readonly site: SiteFacts };

const PlaceContext = createContext<Place | null>(null);

/** Provides both to its children. */
export function PageProvider({ page, site, children }: Place & { readonly children: ReactNode }) {
  const place = useMemo(() => ({ page, site }), [page, site]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** Returns the current page. */
export function usePage(): Page {
  return usePlace().page;
}

/** Returns the facts about the site. */
export function useSite(): SiteFacts {
  return usePlace().site;
}

function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new TypeError('no PageProvider');
  return place;
}
