// Skeletons of results that are loading.
import { Skeleton } from '../../ui/skeleton.tsx';

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Rows in the size of common results. */
export function ResultSkeletons() {
  return (
    <ul className="search-results" aria-hidden="true">
      {PLACES.map((place) => (
        <li key={place} className="search-result">
          <Skeleton className="my-1 h-5 w-2/3" />
          <Skeleton className="my-1 h-4 w-full" />
          <Skeleton className="my-1 h-4 w-1/2" />
        </li>
      ))}
    </ul>
  );
}
