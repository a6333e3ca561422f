// The optimizer badge: idle, ready, or the connections and speed of the running download.
import { useSyncExternalStore } from 'react';
import { useWords, type Words } from '../words/words.tsx';
import { IDLE, type OptimizerState, useOptimizer } from './optimizer.ts';

/** The badge. */
export function OptimizerBadge() {
  const words = useWords();
  const { subscribe, getState } = useOptimizer();
  const state = useSyncExternalStore(subscribe, getState, () => IDLE);
  return (
    <p className="optimizer" data-state={state.kind}>
      {textOf(state, words)}
    </p>
  );
}

function textOf(state: OptimizerState, { t, language }: Words): string {
  if (state.kind !== 'optimizing')
    return t(state.kind === 'idle' ? 'ui.optimizerIdle' : 'ui.optimizerActivated');
  const { connections, bytesPerSecond } = state;
  if (connections === 0 || bytesPerSecond === null) return t('ui.optimizerOptimizing');
  const speed = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte-per-second',
    maximumFractionDigits: 1,
  }).format(bytesPerSecond / 1e6);
  return t('ui.optimizerFacts', { connections, speed });
}
