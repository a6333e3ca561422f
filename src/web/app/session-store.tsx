// Keeps things for as long as the site is open in a tab: a download goes on while its visitor reads another page.
import { createContext, type ReactNode, useContext, useState } from 'react';

const KeptContext = createContext<Map<string, unknown> | null>(null);

/** Stands above all pages. */
export function KeepProvider({ children }: { readonly children: ReactNode }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <KeptContext value={kept}>{children}</KeptContext>;
}

/** What was kept under a name, made at the first call. A name belongs to one type. */
export function useKept<T>(name: string, create: () => T): T {
  const kept = useContext(KeptContext);
  if (!kept) throw new TypeError('useKept needs a KeepProvider above it');
  if (!kept.has(name)) kept.set(name, create());
  return kept.get(name) as T;
}
