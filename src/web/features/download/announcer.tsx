// Tells a screen reader how far a download is, at every quarter and no more often.

import { formatPercent } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import type { FlowState } from './flow/flow-state.ts';

const STEP_PERCENT = 25;

/** A polite live region that is there before it has anything to say. */
export function Announcer({ state: { work, look } }: { readonly state: FlowState }) {
  const { t, language } = useWords();
  let text = '';
  if (work.kind === 'running') {
    const percent = Math.floor(work.percent / STEP_PERCENT) * STEP_PERCENT;
    // The phase is left out: it changes more often than the quarters do.
    text = t('download.announceProgress', {
      phase: t('download.progressLabel'),
      percent: formatPercent(percent, language),
    });
  } else if (work.kind === 'ready') text = t('download.announceReady');
  else if (work.kind === 'none' && look.kind === 'failed') text = t('download.lookFailedHeading');
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
