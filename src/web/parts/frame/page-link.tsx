// A link to a page of the site; on that page itself it says so.
import { PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import type { RouteId } from '../../../shared/routes.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import type { Drawing } from '../../render/drawing.ts';

type PageLinkProps = {
  readonly drawing: Drawing;
  readonly route: RouteId;
  readonly className?: string;
  /** With the platform's mark, if it is the page of one. */
  readonly withMark?: boolean;
  /** What it says; the page's short name unless given. */
  readonly label?: string;
};

/** The link. */
export function PageLink({ drawing, route, className, withMark, label }: PageLinkProps) {
  const platform = withMark && PLATFORM_IDS.find((id) => id === route);
  return (
    <a href={drawing.hrefOf(route)} aria-current={currentAs(drawing, route)} className={className}>
      {platform && <Mark of={platform} />}
      {label ?? drawing.content.pages[route].crumb}
    </a>
  );
}

/** The page itself, or the blog around an article. */
function currentAs({ subject }: Drawing, route: RouteId): 'page' | 'true' | undefined {
  if (subject.route === route) return 'page';
  return route === 'blog' && subject.route === 'article' ? 'true' : undefined;
}
