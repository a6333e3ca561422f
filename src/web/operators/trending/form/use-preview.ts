// Fetches the preview of a typed link once it is a complete URL.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PreviewAnswer } from '../../../../shared/api/admin.ts';
import { previewLink } from '../calls.ts';
import { isAddress } from './typed.ts';

/** Debounce of typing, in milliseconds. */
const PAUSE_MS = 400;

/** The preview of the link, or the `error`. `isBusy` from the moment a link is typed. Calls `onFound` once for each link. */
export type Preview = {
  readonly isBusy: boolean;
  readonly found: PreviewAnswer | null;
  readonly error: unknown;
};

/** Fetches the preview of `link`, except for `known`, whose preview the restored form contains already. */
export function usePreview(
  link: string,
  known: string | null,
  onFound: (found: PreviewAnswer) => void,
): Preview {
  const asked = useRef(known);
  const listener = useRef(onFound);
  useEffect(() => {
    listener.current = onFound;
  });
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: ({ url, signal }: { url: string; signal: AbortSignal }) => previewLink(url, signal),
  });
  const url = link.trim();
  useEffect(() => {
    if (url === asked.current) return;
    reset();
    if (!isAddress(url)) {
      asked.current = null;
      return;
    }
    const end = new AbortController();
    const timer = setTimeout(() => {
      asked.current = url;
      mutate({ url, signal: end.signal }, { onSuccess: (found) => listener.current(found) });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
      if (asked.current === url) asked.current = null;
    };
  }, [url, mutate, reset]);
  const isTyped = isAddress(url) && url !== asked.current;
  return { isBusy: isPending || isTyped, found: data ?? null, error };
}
