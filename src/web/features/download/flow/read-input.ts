// Reads what stands in the link box: nothing, no link, or one address that is ready to be sent.
import { MAX_LINK_LENGTH } from '../../../../shared/limits.ts';
import { findLinks, readLink, withScheme } from '../../../../shared/link.ts';
import type { PlatformId } from '../../../../shared/platforms/platform.ts';

/**
 * What a text in the box is. `invalid` may carry the address that was probably meant (only its scheme is missing).
 * `address` is https and free of control characters; `platform` is known when its host is, `isKnown` when the whole
 * link is one that this site takes; `linkCount` tells how many links the text held, of which this is the first.
 */
export type InputReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly suggestion: string | null }
  | {
      readonly kind: 'address';
      readonly address: string;
      readonly platform: PlatformId | null;
      readonly isKnown: boolean;
      readonly linkCount: number;
    };

// Line ends and tabs stay: they part one link from the next.
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/** Reads the text of the box. The scheme is raised from http to https; nothing else of a link is changed. */
export function readInput(text: string): InputReading {
  const plain = text.replace(CONTROL, '').trim();
  if (plain === '') return { kind: 'empty' };
  const links = findLinks(plain);
  const [first] = links;
  if (first === undefined || first.length > MAX_LINK_LENGTH || !URL.canParse(first)) {
    return { kind: 'invalid', suggestion: withScheme(plain) };
  }
  const address = first.replace(/^http:/i, 'https:');
  const reading = readLink(address);
  const linkCount = links.length;
  if (reading.kind === 'refused') {
    return { kind: 'address', address, platform: reading.platform, isKnown: false, linkCount };
  }
  const { platform } = reading.kind === 'link' ? reading.link : reading.short;
  return { kind: 'address', address, platform, isKnown: true, linkCount };
}
