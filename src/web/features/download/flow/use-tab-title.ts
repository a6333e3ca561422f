// Shows the progress of the download in the tab's title, and restores it afterwards.
import { useEffect, useRef } from 'react';

/** Shows `title` while it is not null. */
export function useTabTitle(title: string | null): void {
  const own = useRef<string | null>(null);
  useEffect(() => {
    own.current ??= document.title;
    document.title = title ?? own.current;
    if (title === null) own.current = null;
  }, [title]);
  useEffect(
    () => () => {
      if (own.current !== null) document.title = own.current;
    },
    [],
  );
}
