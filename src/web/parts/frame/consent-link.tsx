// Opens the question about scripts of others again; stands in the footer only where an operator has switched some on.
import type { Drawing } from '../../render/drawing.ts';

/** A button that looks like a link. The server leaves it out where there is nothing to ask. */
export function ConsentLink({ drawing }: { readonly drawing: Drawing }) {
  return (
    <>
      {'{{#asks_consent}}'}
      <button type="button" className="link" data-consent="">
        {drawing.t('consent-link.reopen')}
      </button>
      {'{{/asks_consent}}'}
    </>
  );
}
