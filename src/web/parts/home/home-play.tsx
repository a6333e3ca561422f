// What is written on the lid of the puzzle.
import type { Drawing } from '../../render/drawing.ts';

/** The line that opens it, and what is inside. */
export function HomePlay({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <>
      <strong>{t('home.playWhileWaiting')}</strong> <span>{t('home.playText')}</span>
    </>
  );
}
