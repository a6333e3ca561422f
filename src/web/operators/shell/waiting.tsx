// The grey shape of the operators' area while it is on its way.
import { Skeleton } from '../../ui/skeleton.tsx';

/** A heading and a block, as most views have them. */
export function Waiting() {
  return (
    <>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-6 h-96 w-full rounded-lg" />
    </>
  );
}
