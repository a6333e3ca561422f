// The state of the search: the text in the box, what was found for it, and the address of the page.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SearchItem } from '../../../shared/api/search.ts';
import { type Failure, failureOf } from '../../download-client/failure.ts';
import { usePage } from '../../page/page-context.tsx';
import { useSessionStore } from '../../page/session-store.tsx';
import { ask, type PastedLink, readPastedLink } from './ask.ts';
import { queryOf, readWanted, type Wanted } from './wanted.ts';

/** What is shown below the box; `of` is what it was found for. */
export type Findings =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly of: Wanted; readonly items: readonly SearchItem[] }
  | { readonly kind: 'link'; readonly link: PastedLink }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The state, and what changes it. */
export type SearchState = {
  readonly wanted: Wanted;
  readonly findings: Findings;
  /** Whether newer results are on their way. */
  readonly isAsking: boolean;
  /** Searches after a short pause, so that not every letter is a request. */
  readonly type: (text: string) => void;
  /** Searches at once; leaves an entry in the browser's history. Only this asks YouTube. */
  readonly search: (wanted: Wanted) => void;
  /** Chooses where to search. */
  readonly choose: (source: Wanted['source']) => void;
};

const PAUSE_MS = 200;
const IDLE: Findings = { kind: 'idle' };

/** Follows the address, and writes what was typed into it. */
export function useSearch(): SearchState {
  const page = usePage();
  const language = page.language;
  const [wanted, setWanted] = useState<Wanted>(() => readWanted(''));
  const { findings, isAsking, run, stop } = useFindings(language);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Also of changes that are not rendered yet. */
  const latest = useRef(wanted);
  /** The language and address that the state stands for. */
  const shown = useRef<string>(null);
  /** Whether the address is worth going back to. */
  const isSettled = useRef(true);

  const change = useCallback(
    (next: Wanted) => {
      clearTimeout(timer.current);
      stop();
      latest.current = next;
      setWanted(next);
    },
    [stop],
  );
  const follow = useCallback(() => {
    const address = language + location.search;
    // The page has come again, and the visitor may be typing by now.
    if (address === shown.current) return;
    shown.current = address;
    const next = readWanted(location.search);
    change(next);
    isSettled.current = true;
    run(next, 'address');
  }, [change, run, language]);
  useLayoutEffect(() => {
    if (page.route === 'search') follow();
  }, [page, follow]);
  useEffect(() => {
    // Browsers without the Navigation API do not fetch the page again for entries of its own.
    const goBack = () => location.pathname === page.href && follow();
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, [page, follow]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      shown.current = null;
    },
    [],
  );

  const keep = (next: Wanted) => {
    const query = queryOf(next);
    if (query === location.search) return;
    const isNew = isSettled.current && location.search !== '';
    history[isNew ? 'pushState' : 'replaceState'](null, '', location.pathname + query);
    shown.current = language + query;
    isSettled.current = false;
  };
  return {
    wanted,
    findings,
    isAsking,
    type(text) {
      const { source, text: before } = latest.current;
      if (text === before) return;
      const next = { text, source };
      change(next);
      const go = () => {
        if (next.source !== 'youtube') keep(next);
        run(next, 'typing');
      };
      if (text.trim() === '') go();
      else timer.current = setTimeout(go, PAUSE_MS);
    },
    search(next) {
      if (next.source !== latest.current.source) isSettled.current = true;
      change(next);
      keep(next);
      isSettled.current = true;
      run(next, 'request');
    },
    choose(source) {
      const next = { ...latest.current, source };
      change(next);
      isSettled.current = true;
      keep(next);
      isSettled.current = true;
      run(next, 'typing');
    },
  };
}

/** Why something is searched: YouTube is asked on request only. */
type Reason = 'typing' | 'address' | 'request';

function useFindings(language: string) {
  /** In memory alone, for going back to the results. */
  const memory = useSessionStore<{ last: (Findings & { kind: 'found' }) | null; language: string }>(
    'search',
    () => ({ last: null, language: '' }),
  );
  const [findings, setFindings] = useState<Findings>(IDLE);
  const [isAsking, setIsAsking] = useState(false);
  const asking = useRef<AbortController>(null);
  const stop = useCallback(() => asking.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const run = useCallback(
    (next: Wanted, reason: Reason) => {
      stop();
      const controller = new AbortController();
      asking.current = controller;
      const { signal } = controller;
      const show = (found: Findings) => {
        if (signal.aborted) return;
        if (found.kind === 'found') Object.assign(memory, { last: found, language });
        setFindings(found);
        setIsAsking(false);
      };
      const { last } = memory;
      const isKnown = last && memory.language === language && queryOf(last.of) === queryOf(next);
      if (next.text.trim() === '') return show(IDLE);
      if (reason === 'address' && isKnown) return show(last);
      if (next.source === 'youtube' && reason !== 'request') return show(IDLE);
      // Results of words typed before stay until there are newer ones.
      setFindings((before) =>
        before.kind === 'found' && before.of.source === next.source ? before : { kind: 'loading' },
      );
      setIsAsking(true);
      find(next, language, signal).then(show, (error: unknown) => {
        if (!signal.aborted) console.info('the search failed', error);
        show({ kind: 'failed', failure: failureOf(error) });
      });
    },
    [language, memory, stop],
  );
  return { findings, isAsking, run, stop };
}

async function find(of: Wanted, language: string, signal: AbortSignal): Promise<Findings> {
  const link = await readPastedLink(of.text);
  if (link) return { kind: 'link', link };
  return { kind: 'found', of, items: await ask(of, language, signal) };
}
