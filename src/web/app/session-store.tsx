// Values that outlive a page, for as long as the site is open in the tab: a download goes on while its visitor reads another page.
import { createContext, type ReactNode, useContext, useState } from 'react';

const SessionStoreContext = createContext<Map<string, unknown> | null>(null);

/** Holds the values; rendered above all pages. */
export function SessionStoreProvider({ children }: { readonly children: ReactNode }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <SessionStoreContext value={kept}>{children}</SessionStoreContext>;
}

/** Returns the value stored under a name, created at the first call. A name belongs to one type. */
export function useSessionStore<T>(name: string, create: () => T): T {
  const kept = useContext(SessionStoreContext);
  if (!kept) throw new TypeError('useKept needs a KeepProvider above it');
  if (!kept.has(name)) kept.set(name, create());
  return kept.get(name) as T;
}
