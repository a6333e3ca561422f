// The foot of every page.
import { useEffect, useState } from 'react';
import { useSite } from '../app/page-context.tsx';
import { Part } from '../app/part.tsx';
import { now } from '../browser/clock.ts';
import { useWords } from '../words/words.tsx';
import { OptimizerBadge } from './optimizer-badge.tsx';
import { ShareBox } from './share-box.tsx';

/** The footer; shows the year of the build until hydration. */
export function Footer() {
  const { t } = useWords();
  const { name, builtInYear } = useSite();
  const [year, setYear] = useState(builtInYear);
  useEffect(() => setYear(new Date(now()).getFullYear()), []);
  return (
    <footer className="site-foot">
      <div className="page">
        <Part name="foot" />
        <div className="foot-bar">
          <ShareBox />
          <OptimizerBadge />
        </div>
        <p className="foot-line">{t('ui.copyright', { year: String(year), name })}</p>
      </div>
    </footer>
  );
}
