// The state of a cut: running, made, failed or cancelled.
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf, type TrimError } from './failure.ts';
import { createShare, type LiveShare } from './live-share.ts';
import { type Cut, type CutRequest, makeCut } from './make-cut.ts';
import type { OpenMedia } from './open-media.ts';

/** The state. `urls` are object URLs of the new files, in their order. */
export type CutState =
  | { readonly kind: 'none' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'making'; readonly share: LiveShare }
  | { readonly kind: 'checking' }
  | { readonly kind: 'made'; readonly cut: Cut; readonly urls: readonly string[] }
  | { readonly kind: 'failed'; readonly error: TrimError };

/** The state and its actions. `forget` drops a result that no longer fits the request. */
export type Cutting = {
  readonly state: CutState;
  readonly start: (request: CutRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly forget: () => void;
};

/** Cuts one file, one request at a time. */
export function useCut(media: OpenMedia): Cutting {
  const [state, setState] = useState<CutState>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  const made = useRef<{ cut: Cut; urls: readonly string[] } | null>(null);

  const drop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    if (!made.current) return;
    const { cut, urls } = made.current;
    made.current = null;
    for (const url of urls) URL.revokeObjectURL(url);
    cut
      .dispose()
      .catch((error: unknown) => console.warn('a finished cut could not be deleted', error));
  }, []);
  useEffect(() => drop, [drop]);

  const start = useCallback(
    async (request: CutRequest) => {
      drop();
      const own = new AbortController();
      running.current = own;
      const isOurs = () => running.current === own;
      const share = createShare();
      let isChecking = false;
      const show = (next: CutState & { readonly kind: 'making' | 'checking' }) => {
        isChecking = next.kind === 'checking';
        if (isOurs()) setState(next);
      };
      show({ kind: 'making', share });
      try {
        const cut = await makeCut(media, request, {
          signal: own.signal,
          onProgress(part) {
            share.set(part);
            // The next of several files.
            if (isChecking) show({ kind: 'making', share });
          },
          onChecking: () => show({ kind: 'checking' }),
        });
        if (!isOurs()) return void (await cut.dispose());
        made.current = { cut, urls: cut.files.map(({ file }) => URL.createObjectURL(file)) };
        setState({ kind: 'made', ...made.current });
      } catch (error) {
        if (isOurs()) setState({ kind: 'failed', error: failureOf(error) });
      }
    },
    [media, drop],
  );
  const cancel = useCallback(() => {
    drop();
    setState({ kind: 'cancelled' });
  }, [drop]);
  const forget = useCallback(() => {
    drop();
    setState({ kind: 'none' });
  }, [drop]);
  return { state, start, cancel, forget };
}
