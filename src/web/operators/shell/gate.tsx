// Decides what a path of the operators' area shows: the sign-in form, or a view for a signed-in operator.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AuthStatus } from '../../../shared/api/admin.ts';
import { usePage } from '../../page/page-context.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { SignIn } from '../sign-in/index.tsx';
import { DASHBOARD_PATH, goTo, LOGIN_PATH, splitPath, useNote } from './address.ts';
import { AUTH_STATUS, ENDED, STAY } from './auth.ts';
import { LoadFailed } from './load-failed.tsx';
import {
  forgetVisits,
  rememberRequestedPath,
  rememberVisit,
  takeRequestedPath,
} from './route-memory.ts';
import { SignedIn } from './signed-in.tsx';
import { VIEWS } from './views.ts';
import { Waiting } from './waiting.tsx';

/** Renders the content for a path. */
export function Gate({ pathname }: { readonly pathname: string }) {
  const { t } = useWords();
  const page = usePage();
  const client = useQueryClient();
  const { prefix, path } = splitPath(pathname, languageOf(page.language));
  const status = useQuery<AuthStatus>({ queryKey: [AUTH_STATUS] });
  const isSignedIn = status.data?.loggedIn;
  const wasSignedIn = useRef(false);
  const isForm = path === LOGIN_PATH;
  const view = VIEWS.find((one) => one.path === path);
  const note = useNote();
  const staysOut = isForm && note === STAY;

  useEffect(() => rememberVisit(path), [path]);
  useEffect(() => {
    if (isSignedIn === false && !isForm) {
      rememberRequestedPath(path);
      const why = wasSignedIn.current ? ENDED : null;
      goTo(prefix + LOGIN_PATH, { replace: true, note: why });
    }
    if (isSignedIn && !view && !staysOut)
      goTo(prefix + (takeRequestedPath() ?? DASHBOARD_PATH), { replace: true });
    if (isSignedIn !== undefined) wasSignedIn.current = isSignedIn;
  }, [isSignedIn, isForm, view, staysOut, path, prefix]);

  if (isForm && (staysOut || isSignedIn === false)) {
    const enter = () => {
      // Drops what another operator has seen in this tab.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== AUTH_STATUS });
      goTo(pathname, { replace: true });
      client.setQueryData<AuthStatus>([AUTH_STATUS], { loggedIn: true });
    };
    return (
      <SignIn
        home={page.home}
        hasEnded={note === ENDED}
        onSignedIn={enter}
        onLeave={forgetVisits}
      />
    );
  }
  if (isSignedIn && view) return <SignedIn view={view} prefix={prefix} />;
  if (status.isError) {
    const toLogin = () => goTo(prefix + LOGIN_PATH, { note: STAY });
    return <LoadFailed onLogin={toLogin}>{t('operators.failed')}</LoadFailed>;
  }
  return <Waiting />;
}
