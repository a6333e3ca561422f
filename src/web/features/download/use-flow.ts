// Joins the flow to React: one flow per page, its state as a snapshot.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { calls } from './calls.ts';
import { createFlow, type Flow } from './flow.ts';
import type { Notice } from './flow-needs.ts';
import { EMPTY_FLOW, type FlowState } from './flow-state.ts';
import type { After } from './follow-job.ts';
import { openProgressStream } from './progress-stream.ts';
import { tabMemory } from './tab-memory.ts';

const after: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** The flow of this page and how it stands. `notify` gets what toasts are to say. */
export function useFlow(notify: (notice: Notice) => void): { flow: Flow; state: FlowState } {
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  const [flow] = useState(() =>
    createFlow({
      calls,
      openStream: openProgressStream,
      after,
      memory: tabMemory,
      notify: (notice) => latest.current(notice),
      log: (what, error) => console.warn(what, error),
    }),
  );
  const state = useSyncExternalStore(flow.subscribe, flow.getState, () => EMPTY_FLOW);
  return { flow, state };
}
