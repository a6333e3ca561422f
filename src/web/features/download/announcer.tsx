// Announces the progress of a download to screen readers, at every 25 percent.

import { formatPercent } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import type { FlowState } from './flow/flow-state.ts';

const STEP_PERCENT = 25;

/** A polite live region; rendered from the start, so that its first message is announced. */
export function Announcer({ state: { download, inspection } }: { readonly state: FlowState }) {
  const { t, language } = useWords();
  let text = '';
  if (download.kind === 'running') {
    const percent = Math.floor(download.percent / STEP_PERCENT) * STEP_PERCENT;
    // Without the phase, which changes more often.
    text = t('download.announceProgress', {
      phase: t('download.progressLabel'),
      percent: formatPercent(percent, language),
    });
  } else if (download.kind === 'ready') text = t('download.announceReady');
  else if (download.kind === 'none' && inspection.kind === 'failed')
    text = t('download.lookFailedHeading');
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
