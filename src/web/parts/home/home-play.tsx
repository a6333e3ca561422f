// The summary of the collapsed puzzle.
import type { Drawing } from '../drawing.ts';

/** The line that opens it, and a description. */
export function HomePlay({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <>
      <strong>{t('home.playWhileWaiting')}</strong> <span>{t('home.playText')}</span>
    </>
  );
}
