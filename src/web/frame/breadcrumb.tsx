// The breadcrumb, from the home page to the current page.
import { usePage } from '../page/page-context.tsx';
import { useWords } from '../words/words.tsx';

/** The breadcrumb: Home first; the last entry is the page itself. */
export function Breadcrumb() {
  const { t } = useWords();
  const { crumbs, home } = usePage();
  const trail = [{ label: t('ui.home'), href: home }, ...crumbs];
  return (
    <nav aria-label={t('ui.breadcrumb')} className="breadcrumb">
      <ol>
        {trail.map((crumb, index) => (
          <li key={crumb.href}>
            <a href={crumb.href} aria-current={index === trail.length - 1 ? 'page' : undefined}>
              {crumb.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
