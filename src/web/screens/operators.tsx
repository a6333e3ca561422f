// The area of those who run the site: signing in, and the views behind it. What is shown goes by the address bar alone.
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { LazySection } from '../app/lazy-section.tsx';
import { Part } from '../app/part.tsx';
import { usePathname } from '../operators/shell/address.ts';
import { AUTH_STATUS } from '../operators/shell/auth.ts';
import { Gate } from '../operators/shell/gate.tsx';
import { createQueryClient } from '../operators/shell/query-client.ts';
import { Waiting } from '../operators/shell/waiting.tsx';
import '../operators/shell/operators.css';

const loadGate = async () => Gate;

/** The screen. The build draws its grey shape, for it knows neither the address nor the session. */
export function OperatorsScreen() {
  const pathname = usePathname();
  const [client] = useState(() => {
    const made = createQueryClient(() => made.setQueryData([AUTH_STATUS], { loggedIn: false }));
    return made;
  });
  return (
    <main id="main" className="page operators-page min-h-dvh">
      <noscript>
        <Part name="intro" className="intro" />
        <Part name="text" className="page-text" />
      </noscript>
      <section aria-busy={pathname === null}>
        <QueryClientProvider client={client}>
          {pathname === null ? (
            <Waiting />
          ) : (
            <LazySection
              group="operators"
              load={loadGate}
              props={{ pathname }}
              fallback={<Waiting />}
            />
          )}
        </QueryClientProvider>
      </section>
    </main>
  );
}
