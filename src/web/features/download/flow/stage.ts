// Which of its faces the flow shows, and what the rest of the site may know of it.
import type { OptimizerState } from '../../../frame/optimizer.ts';
import type { FlowState } from './flow-state.ts';

/** One thing at a time: the empty box, a link being checked, the choices, the work, its end, or why there is none. */
export type FlowStage =
  | 'idle'
  | 'checking'
  | 'refused'
  | 'choosing'
  | 'running'
  | 'ready'
  | 'failed'
  | 'gone';

/** The face for a state. */
export function stageOf({ check, work }: FlowState): FlowStage {
  if (work.kind !== 'none') return work.kind;
  const faces = { idle: 'idle', loading: 'checking', error: 'refused', valid: 'choosing' } as const;
  return faces[check.kind];
}

/** What the page around the flow has to know: nothing yet (or an error), a post, a download under way, a result. */
export type PageStage = 'idle' | 'choosing' | 'running' | 'result';

/** The page around the flow steps back bit by bit. */
export function pageStageOf(stage: FlowStage): PageStage {
  if (stage === 'running') return 'running';
  if (stage === 'ready') return 'result';
  return stage === 'idle' || stage === 'checking' || stage === 'refused' ? 'idle' : 'choosing';
}

/** The optimizer badge: idle, activated once the platform is known, optimizing while a download runs. */
export function optimizerOf({ work, check }: FlowState): OptimizerState {
  if (work.kind === 'running') {
    const { connections = 0, bytesPerSecond = null } = work.progress ?? {};
    return { kind: 'optimizing', connections, bytesPerSecond };
  }
  const isKnown = check.kind === 'valid' && check.platform !== null;
  return { kind: isKnown ? 'activated' : 'idle' };
}
