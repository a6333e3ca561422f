// Where the visitor is, from the home page down.
import { usePage } from '../app/page-context.tsx';
import { useWords } from '../words/words.tsx';

/** The trail: Home first, then the steps that the page names; the last one is the page itself. */
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
