// The top bar of the operators' area: home link, signed-in operator, logout, and tabs.
import { Home, LogOut } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { usePage } from '../../page/page-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { useOperator } from './operator-context.tsx';
import { forgetVisits } from './route-memory.ts';
import { VIEWS } from './views.ts';

type TopBarProps = {
  /** The path of the current view. */
  readonly path: string;
  readonly onLogout: () => void;
  readonly isLoggingOut: boolean;
};

/** The bar; its tabs stay in one row, which scrolls where it is too long. */
export function TopBar({ path, onLogout, isLoggingOut }: TopBarProps) {
  const { t } = useWords();
  const { email } = useOperator();
  const { home } = usePage();
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current tab
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
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
