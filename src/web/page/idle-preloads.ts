// Preloads what a visitor may open next, once, when the page has loaded and the browser is idle.

import { useEffect, useState } from 'react';
import type { StatusAnswer, TrendingAnswer } from '../../shared/api/site.ts';
import { BASE_PATH } from '../../shared/base-path.ts';
import { requestJson } from '../browser/request.ts';
import { useSessionStore } from './session-store.tsx';

/** A preload; null until it is loaded. */
type Came<T> = { data: T | null };

const LOGO = `${BASE_PATH}/icon.svg`;
const STATUS = '/api/status';
const TRENDING = '/api/trending';
/** For browsers without `requestIdleCallback`. */
const IDLE_GUESS_MS = 2000;

/** The server's status and the trending list once they are loaded. Failures are only logged. */
export function useIdlePreloads(): StatusAnswer | null {
  const status = useSessionStore<Came<StatusAnswer>>(`GET ${STATUS}`, () => ({ data: null }));
  const trending = useSessionStore<Came<TrendingAnswer>>(`GET ${TRENDING}`, () => ({ data: null }));
  const asked = useSessionStore('idle preloads', () => ({ at: new Set<string>() }));
  const [known, setKnown] = useState<StatusAnswer | null>(null);

  useEffect(
    () =>
      whenIdle(() => {
        const come = <T>(path: string, place: Came<T>, then?: (data: T) => void) => {
          if (place.data) return then?.(place.data);
          if (asked.at.has(path)) return;
          asked.at.add(path);
          requestJson<T>(path).then(
            (data) => {
              place.data = data;
              then?.(data);
            },
            (error: unknown) => console.info(`${path} could not be preloaded`, error),
          );
        };
        come(STATUS, status, setKnown);
        come(TRENDING, trending);
        const logo = new Image();
        logo.onerror = () => console.info(`${LOGO} could not be preloaded`);
        logo.src = LOGO;
      }),
    [status, trending, asked],
  );
  return known;
}

/** Calls once the page has loaded and the browser is idle. Returns a function that cancels it. */
function whenIdle(call: () => void): () => void {
  const end = new AbortController();
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const id = requestIdleCallback(call);
      end.signal.addEventListener('abort', () => cancelIdleCallback(id));
      return;
    }
    const timer = setTimeout(call, IDLE_GUESS_MS);
    end.signal.addEventListener('abort', () => clearTimeout(timer));
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true, signal: end.signal });
  return () => end.abort();
}
