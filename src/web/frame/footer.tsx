// The foot of every page.
import { useEffect, useState } from 'react';
import { now } from '../clock.ts';
import { useWords } from '../words/words.tsx';

/** The footer; its year is the build's until the browser has put the current one there. */
export function Footer({ builtInYear }: { readonly builtInYear: number }) {
  const { t } = useWords();
  const [year, setYear] = useState(builtInYear);
  useEffect(() => setYear(new Date(now()).getFullYear()), []);
  return (
    <footer className="page site-foot">
      <p>{t('ui.personalUse')}</p>
      <p className="flex flex-wrap items-center gap-x-6">
        <span>{t('ui.copyright', { year: String(year) })}</span>
        <a href="/api/docs">{t('ui.api')}</a>
      </p>
    </footer>
  );
}
