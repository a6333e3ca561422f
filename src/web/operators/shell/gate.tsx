// Decides what a path of the operators' area shows: the sign-in form, or a view below the top bar for a signed-in operator.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Home, LogOut } from 'lucide-react';
import {
  type ComponentType,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { AuthStatus, Profile } from '../../../shared/api/admin.ts';
import { request, requestJson } from '../../browser/request.ts';
import { LazySection } from '../../page/lazy-section.tsx';
import { usePage, useSite } from '../../page/page-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { languageOf } from '../../words/catalogues.ts';
import type { LaterGroup, WordKey } from '../../words/keys.ts';
import { useWords } from '../../words/words.tsx';
import { SignIn } from '../sign-in/index.tsx';
import { DASHBOARD_PATH, goTo, LOGIN_PATH, splitPath, useNote } from './address.ts';
import { AUTH_STATUS, ENDED, STAY } from './auth.ts';
import { claimDrafts, forgetDrafts } from './drafts.ts';
import { LoadFailed } from './load-failed.tsx';
import { OperatorProvider, useOperator } from './operator-context.tsx';
import {
  forgetVisits,
  rememberRequestedPath,
  rememberVisit,
  takeRequestedPath,
} from './route-memory.ts';
import { Waiting } from './waiting.tsx';

/** A view. It renders inside `main`, below the tabs, and has the page's only `h1`. */
type View = {
  readonly path: string;
  readonly name: WordKey;
  readonly group: LaterGroup;
  readonly load: () => Promise<ComponentType>;
};

/** In the order of the tabs. */
const VIEWS: readonly View[] = [
  {
    path: '/admin/dashboard',
    name: 'operators.trending',
    group: 'operators-trending',
    load: () => import('../trending/index.tsx').then((it) => it.Curating),
  },
  {
    path: '/admin/takedowns',
    name: 'operators.takedowns',
    group: 'takedown-queue',
    load: () => import('../takedowns/index.tsx').then((it) => it.TakedownQueue),
  },
  {
    path: '/admin/cockpit',
    name: 'operators.cockpit',
    group: 'cockpit',
    load: () => import('../cockpit/index.tsx').then((it) => it.Cockpit),
  },
  {
    path: '/admin/keys',
    name: 'operators.keys',
    group: 'keys',
    load: () => import('../keys/index.tsx').then((it) => it.Keys),
  },
  {
    path: '/admin/log',
    name: 'operators.log',
    group: 'audit-log',
    load: () => import('../audit-log/index.tsx').then((it) => it.AuditLog),
  },
];

/** Renders the content for a path. */
export function Gate({ pathname }: { readonly pathname: string }) {
  const { t } = useWords();
  const page = usePage();
  const client = useQueryClient();
  const { prefix, path } = splitPath(pathname, languageOf(page.language));
  const status = useQuery<AuthStatus>({ queryKey: [AUTH_STATUS] });
  const isSignedIn = status.data?.loggedIn;
  const wasSignedIn = useRef(false);
  const hasEntered = useRef(false);
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
      hasEntered.current = true;
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
  if (isSignedIn && view) return <SignedIn view={view} prefix={prefix} hasEntered={hasEntered} />;
  if (status.isError) {
    const toLogin = () => goTo(prefix + LOGIN_PATH, { note: STAY });
    return <LoadFailed onLogin={toLogin}>{t('operators.failed')}</LoadFailed>;
  }
  return <Waiting />;
}

type SignedInProps = {
  readonly view: View;
  readonly prefix: string;
  /** Whether the form was sent since the focus was last set. */
  readonly hasEntered: RefObject<boolean>;
};

const NO_PROPS = {};

/** Loads the profile, then the view. */
function SignedIn({ view, prefix, hasEntered }: SignedInProps) {
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
        hasEntered={hasEntered}
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

type TopBarProps = Pick<SignedInProps, 'hasEntered'> & {
  /** The path of the current view. */
  readonly path: string;
  readonly onLogout: () => void;
  readonly isLoggingOut: boolean;
};

/** Home link, signed-in operator, logout, and tabs, which stay in one row, which scrolls where it is too long. */
function TopBar({ path, hasEntered, onLogout, isLoggingOut }: TopBarProps) {
  const { t } = useWords();
  const { email } = useOperator();
  const { home } = usePage();
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current tab
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    tab?.scrollIntoView({ block: 'nearest' });
    // The form that had the focus is no more.
    if (hasEntered.current) tab?.focus();
    hasEntered.current = false;
  }, [path]);
  return (
    <div className="operators-bar">
      <div className="operators-who">
        <ButtonLink href={home} icon={Home} onClick={forgetVisits}>
          {t('operators.home')}
        </ButtonLink>
        <p className="operators-email">
          <span>{t('operators.loggedInAs')}</span> <bdi>{email}</bdi>
        </p>
        <Button icon={LogOut} busy={isLoggingOut} onClick={onLogout}>
          {t('operators.logout')}
        </Button>
      </div>
      <nav ref={tabs} aria-label={t('operators.views')} className="operators-tabs">
        {VIEWS.map((view) => (
          <ViewLink key={view.path} path={view.path} isHere={view.path === path}>
            {t(view.name)}
          </ViewLink>
        ))}
      </nav>
    </div>
  );
}

type ViewLinkProps = {
  readonly path: string;
  readonly isHere: boolean;
  readonly children: string;
};

function ViewLink({ path, isHere, children }: ViewLinkProps) {
  const { prefix, goTo } = useOperator();
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isHere) goTo(path);
  };
  return (
    <a href={prefix + path} aria-current={isHere ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
