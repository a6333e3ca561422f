// The foot of every page.
import { useSite } from '../page/page-context.tsx';
import { Part } from '../page/part.tsx';
import { useWords } from '../words/words.tsx';
import { OptimizerBadge } from './optimizer-badge.tsx';

/** The footer. */
export function Footer() {
  const { t } = useWords();
  const { name, year } = useSite();
  return (
    <footer className="site-foot">
      <div className="page">
        <Part name="foot" />
        <div className="foot-bar">
          <Part name="share" />
          <OptimizerBadge />
        </div>
        <p className="foot-line">{t('ui.copyright', { year, name })}</p>
      </div>
    </footer>
  );
}
