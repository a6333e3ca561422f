// Lets any component know the page and the site it stands on.
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Page, SiteFacts } from './page.ts';

type Place = { readonly page: Page; readonly site: SiteFacts };

const PlaceContext = createContext<Place | null>(null);

/** Says where everything below stands. */
export function PageProvider({ page, site, children }: Place & { readonly children: ReactNode }) {
  const place = useMemo(() => ({ page, site }), [page, site]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** The page that is shown. */
export function usePage(): Page {
  return usePlace().page;
}

/** What the server says of the site. */
export function useSite(): SiteFacts {
  return usePlace().site;
}

function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new TypeError('usePage needs a PageProvider above it');
  return place;
}
