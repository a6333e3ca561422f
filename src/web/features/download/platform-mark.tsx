// A small one-colour mark for a platform: its first letters in a frame, so that no company's logo is borrowed.
import type { PlatformId } from '../../../shared/platforms/platform.ts';

const LETTERS: Readonly<Record<PlatformId, string>> = {
  youtube: 'Yt',
  tiktok: 'Tt',
  instagram: 'Ig',
  facebook: 'Fb',
  twitter: 'X',
  snapchat: 'Sc',
  pinterest: 'Pn',
  threads: 'Th',
};

/** The mark; the name beside it says the same in full. */
export function PlatformMark({ platform }: { readonly platform: PlatformId }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-6 items-center justify-center rounded-sm border border-edge font-semibold text-ink text-xs"
    >
      {LETTERS[platform]}
    </span>
  );
}
