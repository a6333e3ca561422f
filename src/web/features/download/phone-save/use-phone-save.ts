// Two taps: the first fetches the file, the second shares it. A phone shows its share sheet only right after a tap.
import { useEffect, useRef, useState } from 'react';
import { RequestError } from '../../../browser/request.ts';
import { type FileToFetch, fetchFile } from './fetch-file.ts';

/** `here`: the file is in memory; `hint` says what came of the last try to share it. */
export type PhoneSaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'fetching'; readonly bytes: number }
  | { readonly kind: 'here'; readonly file: File; readonly hint: 'none' | 'shared' | 'again' }
  | { readonly kind: 'failed'; readonly why: 'fetching' | 'sharing' };

const IDLE: PhoneSaveState = { kind: 'idle' };
const GONE: readonly number[] = [404, 410];

/** The state and its actions. `onGone` is called if the server no longer has the file. */
export function usePhoneSave(target: FileToFetch, onGone: () => void) {
  const [state, setState] = useState<PhoneSaveState>(IDLE);
  const fetching = useRef<AbortController | null>(null);
  useEffect(() => () => fetching.current?.abort(), []);

  const fetchIt = async () => {
    const abort = new AbortController();
    fetching.current = abort;
    setState({ kind: 'fetching', bytes: 0 });
    try {
      const file = await fetchFile(target, abort.signal, (bytes) =>
        setState({ kind: 'fetching', bytes }),
      );
      setState({ kind: 'here', file, hint: 'none' });
    } catch (error) {
      if (abort.signal.aborted) return;
      console.warn('the file could not be fetched for sharing', error);
      setState({ kind: 'failed', why: 'fetching' });
      if (error instanceof RequestError && GONE.includes(error.status)) onGone();
    }
  };
  const cancel = () => {
    fetching.current?.abort();
    setState(IDLE);
  };
  const share = async (file: File) => {
    const stay = (hint: 'none' | 'shared' | 'again') => setState({ kind: 'here', file, hint });
    try {
      // With nothing but the file: Photos takes no text.
      await navigator.share({ files: [file] });
      stay('shared');
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'AbortError') return stay('none');
      if (name === 'NotAllowedError' || name === 'InvalidStateError') return stay('again');
      console.warn('the file could not be shared', error);
      setState({ kind: 'failed', why: 'sharing' });
    }
  };
  return { state, fetchIt, cancel, share };
}
