// Where the visitor is, from the home page down.
import { useWords } from '../words/words.tsx';

/** One step; the last one is the page itself. */
export type Crumb = { readonly label: string; readonly path: string };

/** The trail: Home first, then the steps given. */
export function Breadcrumb({ items = [] }: { readonly items?: readonly Crumb[] }) {
  const { t } = useWords();
  const trail: readonly Crumb[] = [{ label: t('ui.home'), path: '/' }, ...items];
  return (
    <nav aria-label={t('ui.breadcrumb')} className="breadcrumb">
      <ol>
        {trail.map((crumb, index) => (
          <li key={crumb.path}>
            <a href={crumb.path} aria-current={index === trail.length - 1 ? 'page' : undefined}>
              {crumb.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
