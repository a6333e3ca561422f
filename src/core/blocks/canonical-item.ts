// One id for an item of a platform, however its link is written.

import type { PlatformId } from '../../shared/platforms/platform.ts';
import { readAnyLink } from '../../shared/sites/index.ts';

/** `id` is `platform:kind:id`; `link` is the address rebuilt from it, without any text of the original link. */
export type CanonicalItem = {
  readonly id: string;
  readonly platform: PlatformId;
  readonly link: string;
};

/** The item of a link; null for a link of no supported platform, and for a short link. */
export function canonicalItem(text: string): CanonicalItem | null {
  const written = readAnyLink(text);
  if (written.kind !== 'link') return null;
  // Read again: links of the same item may have different kinds, its rebuilt address has one.
  const rebuilt = readAnyLink(written.link.address);
  const { platform, kind, id, address } = rebuilt.kind === 'link' ? rebuilt.link : written.link;
  return { id: `${platform}:${kind}:${id}`, platform, link: address };
}
