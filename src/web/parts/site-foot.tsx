// The foot of every page: all places of the site.
import type { Drawing } from '../drawing.ts';

/** The footer without its switches. */
export function SiteFoot({ drawing }: { readonly drawing: Drawing }) {
  const { t } = drawing;
  return <p>{t('frame.personalUse')}</p>;
}
