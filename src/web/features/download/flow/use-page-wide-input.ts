// Page-wide input: Ctrl/⌘+V, and dropped links, text or text files.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isWriting } from '../../../browser/is-writing.ts';

const TAKEN_TYPES = ['text/uri-list', 'text/plain', 'Files'];

/** Calls `take` with the text of a file, if it is one. */
async function takeFile(file: File, take: (text: string) => void): Promise<void> {
  try {
    const { readTextFile } = await import('../../../download-client/read-text-file.ts');
    const text = await readTextFile(file);
    if (text !== null) take(text);
  } catch (error) {
    console.warn('no dropped file', error);
  }
}

/**
 * Listens on the window. Calls `take` with pasted or dropped text; returns whether something is being dragged over the
 * page.
 */
export function usePageWideInput(
  input: RefObject<HTMLInputElement | null>,
  take: (text: string) => void,
): boolean {
  const [isDropping, setIsDropping] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const isDialogOpen = () => document.querySelector('dialog[open]') !== null;
    const carriesText = (event: DragEvent) =>
      Boolean(event.dataTransfer?.types.some((type) => TAKEN_TYPES.includes(type)));

    window.addEventListener(
      'paste',
      (event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (isWriting(event.target) || isDialogOpen() || text === '') return;
        event.preventDefault();
        latest.current(text);
      },
      { signal },
    );
    window.addEventListener(
      'dragover',
      (event) => {
        if (!carriesText(event)) return;
        event.preventDefault();
        setIsDropping(true);
      },
      { signal },
    );
    window.addEventListener(
      'dragleave',
      (event) => event.relatedTarget === null && setIsDropping(false),
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        setIsDropping(false);
        if (!carriesText(event) || (isWriting(event.target) && event.target !== input.current))
          return;
        event.preventDefault();
        const { dataTransfer } = event;
        const [file] = dataTransfer?.files ?? [];
        if (file) return void takeFile(file, (text) => latest.current(text));
        latest.current(
          dataTransfer?.getData('text/uri-list') || dataTransfer?.getData('text/plain') || '',
        );
      },
      { signal },
    );
    return () => ending.abort();
  }, [input]);
  return isDropping;
}
