// One name for an item of a platform however its link is written, so that links of visitors and of operators can meet.
import { readLink } from '../../shared/link.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/** `id` is `platform:kind:id`; `link` is the rebuilt address, and no word of whoever wrote it is left in it. */
export type CanonicalItem = {
  readonly id: string;
  readonly platform: PlatformId;
  readonly link: string;
};

/** The item behind a link, or null for a link that is none of ours and for a short one, which only its platform can read. */
export function canonicalItem(text: string): CanonicalItem | null {
  const written = readLink(text);
  if (written.kind !== 'link') return null;
  // Read again: two ways of writing one item may name two kinds, its rebuilt address names one.
  const rebuilt = readLink(written.link.address);
  const { platform, kind, id, address } = rebuilt.kind === 'link' ? rebuilt.link : written.link;
  return { id: `${platform}:${kind}:${id}`, platform, link: address };
}
