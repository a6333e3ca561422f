// A notice about the limits of Facebook downloads.

import { Mark } from '../../platform-marks/mark.tsx';
import type { Drawing } from '../drawing.ts';

/** The notice of the Facebook page. */
export function FacebookNotice({ drawing: { t } }: { readonly drawing: Drawing }) {
  return (
    <p className="aside-note">
      <Mark of="facebook" />
      <span>
        <strong>{t('home.facebookTitle')}</strong> {t('home.facebookText')}
      </span>
    </p>
  );
}
