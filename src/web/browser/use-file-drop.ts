// Accepts files dropped anywhere on the page, which would otherwise replace the page.
import { useEffect, useRef, useState } from 'react';

/** Calls `take` with the first dropped file. Returns whether a file is being dragged over the page. */
export function useFileDrop(take: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const carriesFile = (event: DragEvent) => Boolean(event.dataTransfer?.types.includes('Files'));
    window.addEventListener(
      'dragover',
      (event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      { signal },
    );
    window.addEventListener(
      'dragleave',
      (event) => event.relatedTarget === null && setIsOver(false),
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        setIsOver(false);
        if (!carriesFile(event)) return;
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) latest.current(file);
      },
      { signal },
    );
    return () => ending.abort();
  }, []);
  return isOver;
}
