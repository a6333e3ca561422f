// Derives from the state what the rest of the site shows.

import type { FlowState } from '../../../download-client/flow-state.ts';
import type { OptimizerState } from '../../../frame/optimizer.ts';

/** The stages that the page around the flow distinguishes: until a link is recognised, with choices or a failure, and so on. */
export type PageStage = 'idle' | 'choosing' | 'running' | 'result';

/** Returns the stage for the page around the flow. */
export function pageStageOf({ check, download }: FlowState): PageStage {
  if (download.kind === 'running') return 'running';
  if (download.kind === 'ready') return 'result';
  return download.kind === 'none' && !('listUrl' in check) ? 'idle' : 'choosing';
}

/** Whether the input is empty, or was just changed. */
export function isIdle({ check, download }: FlowState): boolean {
  return download.kind === 'none' && check.kind === 'idle';
}

/** Returns the state of the optimizer badge: idle, activated once the platform is known, optimizing while a download runs. */
export function optimizerOf({ download, check }: FlowState): OptimizerState {
  if (download.kind === 'running') {
    const { connections = 0, bytesPerSecond = null } = download.progress ?? {};
    return { kind: 'optimizing', connections, bytesPerSecond };
  }
  const isKnown = check.kind === 'valid' && check.platform !== null;
  return { kind: isKnown ? 'activated' : 'idle' };
}
