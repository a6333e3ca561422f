// Derives from the state which card is shown, and what the rest of the site shows.

import type { FlowState } from '../../../download-client/flow-state.ts';
import type { OptimizerState } from '../../../frame/optimizer.ts';

/** The stages: empty input, link being checked or refused, choices, download running, finished, failed, file deleted. */
export type FlowStage =
  | 'idle'
  | 'checking'
  | 'refused'
  | 'choosing'
  | 'running'
  | 'ready'
  | 'failed'
  | 'gone';

/** Returns the stage of a state. */
export function stageOf({ check, download }: FlowState): FlowStage {
  if (download.kind !== 'none') return download.kind;
  const stages = {
    idle: 'idle',
    loading: 'checking',
    error: 'refused',
    list: 'choosing',
    valid: 'choosing',
  } as const;
  return stages[check.kind];
}

/** The stages that the page around the flow distinguishes. */
export type PageStage = 'idle' | 'choosing' | 'running' | 'result';

/** Returns the stage for the page around the flow. */
export function pageStageOf(stage: FlowStage): PageStage {
  if (stage === 'running') return 'running';
  if (stage === 'ready') return 'result';
  return stage === 'idle' || stage === 'checking' || stage === 'refused' ? 'idle' : 'choosing';
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
