// Connects the flow to React: one flow per tab, which continues while other pages are open.
import { useEffect, useSyncExternalStore } from 'react';
import { calls } from '../../../download-client/calls.ts';
import { EMPTY_FLOW, type FlowState } from '../../../download-client/flow-state.ts';
import type { After } from '../../../download-client/follow-job.ts';
import { openProgressStream } from '../../../download-client/progress-stream.ts';
import { useOptimizer } from '../../../frame/optimizer.ts';
import { useSessionStore } from '../../../page/session-store.tsx';
import { createFlow, type Flow } from './flow.ts';
import type { Notice } from './flow-needs.ts';
import { optimizerOf } from './stage.ts';
import { tabMemory } from './tab-memory.ts';

const after: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Returns the flow of this tab and its state. `notify` receives the content of toasts. */
export function useFlow(notify: (notice: Notice) => void): { flow: Flow; state: FlowState } {
  const optimizer = useOptimizer();
  const { flow, listener } = useSessionStore('download', () => {
    const listener = { current: notify };
    const made = createFlow({
      calls,
      openStream: openProgressStream,
      after,
      memory: tabMemory,
      notify: (notice) => listener.current(notice),
      log: (what, error) => console.warn(what, error),
    });
    // Not in a component: the download continues while another page is open.
    made.subscribe(() => optimizer.report(optimizerOf(made.getState())));
    return { flow: made, listener };
  });
  useEffect(() => {
    listener.current = notify;
  });
  const state = useSyncExternalStore(flow.subscribe, flow.getState, () => EMPTY_FLOW);
  return { flow, state };
}
