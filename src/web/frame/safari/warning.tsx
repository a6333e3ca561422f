// The warning for Safari: some features may not work, saving does, and other browsers are linked.
import { X } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/words.tsx';
import type { WarningPlace } from './which-warning.ts';

const CHROME = 'https://www.google.com/chrome/';

type WarningProps = {
  readonly place: WarningPlace;
  readonly onDismiss: () => void;
};

/** The warning. */
export function Warning({ place, onDismiss }: WarningProps) {
  const { t } = useWords();
  return (
    <aside aria-label={t('safari.label')} className="safari-warning" data-place={place}>
      <p>
        <strong>{t('safari.warning')}</strong> {t('safari.saving')}{' '}
        <a href={CHROME} rel="noopener noreferrer" className="link">
          {t('safari.tryChrome')}
        </a>
      </p>
      <button
        type="button"
        aria-label={t('safari.dismiss')}
        title={t('safari.dismiss')}
        className="icon-btn"
        onClick={onDismiss}
      >
        <Icon of={X} />
      </button>
    </aside>
  );
}
