// Reads the text of the link input: empty, invalid, or a URL that is ready to send.
import { MAX_LINK_LENGTH } from '../../../../shared/limits.ts';
import { findLinks, readLink, withScheme } from '../../../../shared/link.ts';
import type { PlatformId } from '../../../../shared/platforms/platform.ts';

/**
 * The result. `invalid` may suggest the URL that was probably meant (only its scheme is missing). `address` is https and
 * free of control characters; `platform` is set if its host is known, `isKnown` if the whole link is supported;
 * `linkCount` is the number of links in the text, of which this is the first.
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

// Keeps line breaks and tabs, which separate links.
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/** Parses the text. Upgrades http to https and leaves the rest of the link unchanged. */
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

/** Whether two texts stand for the same link. */
export function isSameLink(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [readInput(one), readInput(other)];
  return a.kind === 'address' && b.kind === 'address' && a.address === b.address;
}
