// The framed mark of a platform, shown beside its name.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { Mark } from './mark.tsx';

/** The mark; decorative, since the name is beside it. */
export function PlatformMark({ platform }: { readonly platform: PlatformId }) {
  return (
    <span className="inline-flex size-6 items-center justify-center rounded-sm border border-edge text-ink">
      <Mark of={platform} className="size-3.5" />
    </span>
  );
}
