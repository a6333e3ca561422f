// Connects the collecting of a post's items to React; it ends when the part of the page goes.
import { useEffect, useRef, useState } from 'react';
import type { InspectAnswer } from '../../../../shared/api/inspect.ts';
import { requestJson } from '../../../browser/request.ts';
import { calls } from '../../../download-client/calls.ts';
import { failureOf } from '../../../download-client/failure.ts';
import { useWords } from '../../../words/words.tsx';
import { type Collected, type CollectNeeds, collectPost } from './collect-post.ts';

/** Nothing yet, so many items done, or the end. */
export type CollectingState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly done: number; readonly waitSeconds?: number | undefined }
  | ({ readonly kind: 'ended' } & Collected);

/** The state, and what can be done. */
export function useCollecting({ answer }: { readonly answer: InspectAnswer }) {
  const { code } = useWords();
  const [state, setState] = useState<CollectingState>({ kind: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const own = new AbortController();
    running.current = own;
    setState({ kind: 'running', done: 0 });
    const report = (done: number, waitSeconds?: number) => {
      if (!own.signal.aborted) setState({ kind: 'running', done, waitSeconds });
    };
    try {
      const collected = await collectPost(NEEDS, { answer, language: code }, own.signal, report);
      if (!own.signal.aborted) setState({ kind: 'ended', ...collected });
    } catch (error) {
      if (own.signal.aborted) return;
      const missing = answer.items.map((item) => ({ item, failure: failureOf(error) }));
      setState({ kind: 'ended', zip: null, missing });
    }
  };
  return {
    state,
    start: () => void start(),
    cancel: () => {
      running.current?.abort();
      setState({ kind: 'none' });
    },
  };
}

const NEEDS: CollectNeeds = {
  calls: {
    ...calls,
    zip: (body) => requestJson('/api/zip', { method: 'POST', body }),
  },
  pause: (ms, signal) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
      signal.addEventListener('abort', () => resolve());
    }),
  log: (what, error) => console.warn(what, error),
};
