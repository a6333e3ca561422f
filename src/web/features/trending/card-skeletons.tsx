// Skeleton cards for videos that are loading.
import { Skeleton } from '../../ui/skeleton.tsx';

/** As many as fit on a large screen. */
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** The cards, in the size of the real ones. */
export function CardSkeletons() {
  return (
    <ul className="video-list" aria-hidden="true">
      {PLACES.map((place) => (
        <li key={place} className="video-card">
          <Skeleton className="video-picture" />
          <div className="video-text">
            <Skeleton className="my-1 h-5 w-full" />
            <Skeleton className="my-1 h-5 w-2/3" />
            <Skeleton className="mt-2 h-4 w-1/2" />
          </div>
          <div className="video-actions">
            <Skeleton className="h-11 w-full rounded-md" />
          </div>
        </li>
      ))}
    </ul>
  );
}
