// The format that a link begins with, until the visitor chooses one; for the cards of the flow.
import { useLayoutEffect } from 'react';
import {
  DEFAULT_CHOICE,
  type FlowState,
  type Format,
} from '../../../download-client/flow-state.ts';
import { isMusicLink } from '../../../download-client/music-link.ts';
import { useSessionStore } from '../../../page/session-store.tsx';
import type { Flow } from './flow.ts';

/** The last format that a link began with, and the text of that link. */
export type Expected = { readonly text: string; readonly format: Format };

/** Of a tab in which no link was put in. */
export const NOTHING_EXPECTED: Expected = { text: '', format: DEFAULT_CHOICE.format };

/** What is expected next. A format that differs from it was chosen, and is left alone, as is the choice of a download. Pure. */
export function expectedOf(
  before: Expected,
  { text, choice, download }: Pick<FlowState, 'text' | 'choice' | 'download'>,
): Expected {
  if (text === before.text) return before;
  if (download.kind !== 'none' || choice.format !== before.format) return { ...before, text };
  return { text, format: isMusicLink(text) ? 'mp3' : DEFAULT_CHOICE.format };
}

/** Chooses it for a new link, unless the address of the page names a format. */
export function useExpectedFormat(flow: Flow, state: FlowState): void {
  const store = useSessionStore('expected-format', () => ({ current: NOTHING_EXPECTED }));
  useLayoutEffect(() => {
    const before = store.current;
    store.current = expectedOf(before, state);
    const isNamed = new URLSearchParams(location.search).has('convert');
    if (store.current.format !== before.format && !isNamed)
      flow.choose({ format: store.current.format });
  }, [flow, state, store]);
}
