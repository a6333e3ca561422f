// Announces the progress of a download to screen readers, at every 25 percent.

import type { FlowState } from '../../download-client/flow-state.ts';
import { formatPercent } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { readInput } from './flow/read-input.ts';

const STEP_PERCENT = 25;

/** A polite live region; rendered from the start, so that its first message is announced. */
export function Announcer({ state }: { readonly state: FlowState }) {
  const { download, inspection, list } = state;
  const { t, language } = useWords();
  const reading = list === null ? null : readInput(list);
  let text = '';
  if (download.kind === 'running') {
    const percent = Math.floor(download.percent / STEP_PERCENT) * STEP_PERCENT;
    // Without the phase, which changes more often.
    text = t('download.announceProgress', {
      phase: t('download.progressLabel'),
      percent: formatPercent(percent, language),
    });
  } else if (download.kind === 'ready') text = t('download.phaseText', { phase: 'ready' });
  else if (download.kind === 'none') {
    if (inspection.kind === 'failed') {
      // Its card says it.
      if (inspection.failure.code !== 'too_many_requests') text = t('download.lookFailedHeading');
    } else if (reading?.kind === 'address')
      // The focus goes past the offer of the others, to the choices.
      text = t('download.tipFirstOfMany', { count: reading.linkCount });
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
