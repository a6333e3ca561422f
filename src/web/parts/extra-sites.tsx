// The extra sites of this server, below the main platforms on the home page and the page about the site.
import type { Drawing } from './drawing.ts';

/** One sentence that names them. The server leaves it out while there are none. */
export function ExtraSites({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <>
      {'{{#extra_sites}}'}
      <p className="mt-4" data-extra-sites="">
        {t('home.extraSites', { names: '{{extra_sites}}' })}
      </p>
      {'{{/extra_sites}}'}
    </>
  );
}
