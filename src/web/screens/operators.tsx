// The operators' area: the sign-in form and the views; the URL alone decides which.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePathname } from '../operators/shell/address.ts';
import { AUTH_STATUS } from '../operators/shell/auth.ts';
import { Gate } from '../operators/shell/gate.tsx';
import { createQueryClient } from '../operators/shell/query-client.ts';
import { forgetVisits } from '../operators/shell/route-memory.ts';
import { Waiting } from '../operators/shell/waiting.tsx';
import { LazySection } from '../page/lazy-section.tsx';
import { Part } from '../page/part.tsx';
import '../operators/shell/operators.css';

const loadGate = async () => Gate;

/** The screen. The build renders its skeleton, since it knows neither the URL nor the session. */
export function OperatorsScreen() {
  const pathname = usePathname();
  const [client] = useState(() => {
    const made = createQueryClient(() => made.setQueryData([AUTH_STATUS], { loggedIn: false }));
    return made;
  });
  // The logo leads to the site, as Home does.
  useEffect(() => {
    const logo = document.querySelector('.site-head .site-name');
    logo?.addEventListener('click', forgetVisits);
    return () => logo?.removeEventListener('click', forgetVisits);
  }, []);
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
