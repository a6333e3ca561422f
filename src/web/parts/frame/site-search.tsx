// The search of the header: a plain form in a native popover, which works before and without scripts.
import { Search } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import type { Drawing } from '../drawing.ts';

/** The button and its form, which leads to the page of the search. The key "/" opens it, too (slash-key.ts). */
export function SiteSearch({ drawing }: { readonly drawing: Drawing }) {
  const { t, hrefOf } = drawing;
  const label = t('frame.searchSite');
  return (
    <>
      <button
        type="button"
        popoverTarget="site-search"
        aria-label={label}
        title={label}
        aria-keyshortcuts="/"
        className="icon-btn search-button"
      >
        <Icon of={Search} />
      </button>
      <search id="site-search" popover="auto" aria-label={label} className="menu site-search">
        <form action={hrefOf('search')}>
          <div className="field">
            <input
              type="search"
              name="q"
              aria-label={label}
              placeholder={label}
              autoComplete="off"
              // Focused when the popover opens, not when the page does.
              autoFocus
            />
          </div>
          <button type="submit" className="btn btn-primary">
            {t('frame.search')}
          </button>
        </form>
      </search>
    </>
  );
}
