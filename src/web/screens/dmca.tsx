// The page for reporting content: the text and the forms; with the link of a case, the case instead.
import { useSyncExternalStore } from 'react';
import { useCaseToken } from '../features/takedown/case-token.ts';
import { CaseView, Forms } from '../features/takedown/index.tsx';
import { Breadcrumb } from '../frame/breadcrumb.tsx';
import { Part } from '../page/part.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useWords } from '../words/words.tsx';

/** The page. Drafts and cases are known in the browser only; their space is reserved, so that the layout does not shift. */
export function DmcaScreen() {
  const { t } = useWords();
  const caseToken = useCaseToken();
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const isCase = caseToken !== null;
  return (
    <main id="main" className="page text-page dmca-page">
      <Breadcrumb />
      <Part name="intro" className="intro" />
      <p className="pb-10 noscript:hidden" hidden={isCase}>
        <ButtonLink href="#notice">{t('takedown.toNotice')}</ButtonLink>
      </p>
      <Part name="text" className="page-text" hidden={isCase} />
      <span id="notice" />
      <span id="counter" />
      <section
        key={isCase ? 'case' : 'forms'}
        className="chapter min-h-svh content-start noscript:hidden"
        aria-busy={!isLive}
      >
        {isLive && (isCase ? <CaseView key={caseToken} caseToken={caseToken} /> : <Forms />)}
      </section>
    </main>
  );
}

function never(): () => void {
  return () => undefined;
}
