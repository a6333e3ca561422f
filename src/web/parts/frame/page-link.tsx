// A link to a page of the site, with `aria-current` on that page.
import { MAIN_PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import type { RouteId } from '../../../shared/routes.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import type { Drawing } from '../drawing.ts';

type PageLinkProps = {
  readonly drawing: Drawing;
  readonly route: RouteId;
  readonly className?: string;
  /** Shows the mark if the page is that of a platform. */
  readonly withMark?: boolean;
  /** Default: the short name of the page. */
  readonly label?: string;
};

/** The link. */
export function PageLink({ drawing, route, className, withMark, label }: PageLinkProps) {
  const platform = withMark && MAIN_PLATFORM_IDS.find((id) => id === route);
  return (
    <a href={drawing.hrefOf(route)} aria-current={currentAs(drawing, route)} className={className}>
      {platform && <Mark of={platform} />}
      {label ?? drawing.content.pages[route].crumb}
    </a>
  );
}

/** Returns the `aria-current` of the link: the page itself, or the blog of the current article. */
function currentAs({ subject }: Drawing, route: RouteId): 'page' | 'true' | undefined {
  if (subject.route === route) return 'page';
  return route === 'blog' && subject.route === 'article' ? 'true' : undefined;
}
