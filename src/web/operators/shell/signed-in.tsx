// A view of the operators' area with its top bar, once the operator's profile is loaded.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Profile } from '../../../shared/api/admin.ts';
import { request, requestJson } from '../../browser/request.ts';
import { LazySection } from '../../page/lazy-section.tsx';
import { usePage, useSite } from '../../page/page-context.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { useWords } from '../../words/words.tsx';
import { goTo, LOGIN_PATH } from './address.ts';
import { STAY } from './auth.ts';
import { claimDrafts, forgetDrafts } from './drafts.ts';
import { LoadFailed } from './load-failed.tsx';
import { OperatorProvider } from './operator-context.tsx';
import { forgetVisits } from './route-memory.ts';
import { TopBar } from './top-bar.tsx';
import type { View } from './views.ts';
import { Waiting } from './waiting.tsx';

type SignedInProps = { readonly view: View; readonly prefix: string };

const NO_PROPS = {};

/** Loads the profile, then the view. */
export function SignedIn({ view, prefix }: SignedInProps) {
  const { t } = useWords();
  const { home } = usePage();
  const site = useSite();
  const toasts = useToasts();
  const profile = useQuery({
    queryKey: ['/admin/profile'],
    async queryFn({ queryKey: [path], signal }) {
      const profile = await requestJson<Profile>(path ?? '', { signal });
      claimDrafts(profile.admin.email);
      return profile;
    },
  });
  const email = profile.data?.admin.email;
  const logout = useMutation({
    mutationFn: () => request('/admin/logout', { method: 'POST' }),
    onSuccess() {
      forgetVisits();
      forgetDrafts();
      location.assign(home);
    },
    onError: () => toasts.show({ look: 'destructive', description: t('operators.logoutFailed') }),
  });
  const toLogin = () => goTo(prefix + LOGIN_PATH, { note: STAY });
  const operator = useMemo(
    () => ({
      email: email ?? '',
      prefix,
      goTo: (path: string) => goTo(prefix + path),
      goToLogin: () => goTo(prefix + LOGIN_PATH, { note: STAY }),
    }),
    [email, prefix],
  );
  const title = `${t(view.name)} | ${site.name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (profile.isError)
    return <LoadFailed onLogin={toLogin}>{t('operators.profileFailed')}</LoadFailed>;
  if (email === undefined) return <Waiting />;
  return (
    <OperatorProvider operator={operator}>
      <TopBar
        path={view.path}
        onLogout={() => logout.mutate()}
        isLoggingOut={logout.isPending || logout.isSuccess}
      />
      <div className="operators-view">
        <LazySection
          key={view.path}
          group={view.group}
          load={view.load}
          props={NO_PROPS}
          fallback={<Waiting />}
          missing={<p role="alert">{t('ui.partMissing')}</p>}
        />
      </div>
    </OperatorProvider>
  );
}
