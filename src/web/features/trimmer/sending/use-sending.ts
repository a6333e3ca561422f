// The state of a file that is sent to the server: offered, sent, converted, or failed.
import { useEffect, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { SendError, type SendFailure, type SentAs, sendFile } from './send-file.ts';

/** The state; shares from 0 to 1, null while none is known. */
export type SendingState =
  | { readonly kind: 'offered' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'converting'; readonly share: number | null }
  | { readonly kind: 'failed'; readonly failure: SendFailure };

/** The state and its actions. */
export type Sending = {
  readonly state: SendingState;
  readonly start: (file: File, as: SentAs) => Promise<void>;
  readonly cancel: () => void;
};

/** Sends one file at a time; cancelled when its part of the page goes. */
export function useSending(onReady: (result: DownloadResult) => void): Sending {
  const [state, setState] = useState<SendingState>({ kind: 'offered' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    async start(file, as) {
      const own = new AbortController();
      running.current = own;
      setState({ kind: 'sending', share: 0 });
      try {
        const result = await sendFile(file, as, {
          signal: own.signal,
          onSent: (share) => setState({ kind: 'sending', share }),
          onConverted: (share) => setState({ kind: 'converting', share }),
        });
        onReady(result);
      } catch (error) {
        if (own.signal.aborted) return;
        console.warn('the file could not be converted', error);
        const failure: SendFailure = error instanceof SendError ? error.failure : { code: 'lost' };
        setState({ kind: 'failed', failure });
      }
    },
    cancel() {
      running.current?.abort();
      setState({ kind: 'offered' });
    },
  };
}
