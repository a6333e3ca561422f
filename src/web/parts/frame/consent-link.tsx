// Reopens the consent dialog; in the footer only if the operator has enabled third-party scripts.
import type { Drawing } from '../drawing.ts';

/** A button styled as a link. The server omits it if there is nothing to ask. */
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
