// Values that survive client-side navigation, such as a running download, until the tab is closed or reloaded.
import { createContext, type ReactNode, useContext, useState } from 'react';

const SessionStoreContext = createContext<Map<string, unknown> | null>(null);

/** Holds the values; rendered above all pages. */
export function SessionStoreProvider({ children }: { readonly children: ReactNode }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <SessionStoreContext value={kept}>{children}</SessionStoreContext>;
}

/** Returns the value stored under a name, created on the first call. Each name has one type. */
export function useSessionStore<T>(name: string, create: () => T): T {
  const kept = useContext(SessionStoreContext);
  if (!kept) throw new TypeError('no SessionStoreProvider');
  if (!kept.has(name)) kept.set(name, create());
  return kept.get(name) as T;
}
