// The skeleton of the operators' area.
import { Skeleton } from '../../ui/skeleton.tsx';

/** A heading and a block, like most views. */
export function Waiting() {
  return (
    <>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-6 h-96 w-full rounded-lg" />
    </>
  );
}
