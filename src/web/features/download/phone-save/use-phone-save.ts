// Two taps: the first fetches the file, the second shares it. A phone shows its share sheet only right after a tap.
import { useEffect, useRef, useState } from 'react';
import { RequestError, request } from '../../../browser/request.ts';

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

/** The file to fetch. A response that is longer than `bytes` is refused. */
type FileToFetch = {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
};

/** Called with the bytes so far. */
type OnBytes = (bytes: number) => void;

/** Fetches it. Rejects like `request`, with a TypeError if the file is not what was announced, or with the signal's reason. */
async function fetchFile(
  { url, name, type, bytes }: FileToFetch,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<File> {
  const { body } = await request(url, { signal });
  let count = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > bytes) throw new TypeError('the file is longer than announced');
      onBytes(count);
      controller.enqueue(chunk);
    },
  });
  // The browser collects the bytes, on disk if it likes; scripts hold one piece at a time.
  const blob = await new Response(body?.pipeThrough(counted, { signal })).blob();
  if (blob.size !== bytes) throw new TypeError('the file is shorter than announced');
  return new File([blob], name, { type });
}
