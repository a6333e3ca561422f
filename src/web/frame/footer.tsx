// The foot of every page.
import { useEffect, useState } from 'react';
import { now } from '../clock.ts';
import { useSite } from '../page-context.tsx';
import { Part } from '../part.tsx';
import { useWords } from '../words/words.tsx';

/** The footer; its year is the build's until the browser has put the current one there. */
export function Footer() {
  const { t } = useWords();
  const { name, builtInYear } = useSite();
  const [year, setYear] = useState(builtInYear);
  useEffect(() => setYear(new Date(now()).getFullYear()), []);
  return (
    <footer className="page site-foot">
      <Part name="foot" className="site-foot-part" />
      <p>{t('ui.copyright', { year: String(year), name })}</p>
    </footer>
  );
}
