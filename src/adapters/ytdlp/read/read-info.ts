// The trust boundary between yt-dlp's answers and this program: validates and converts whatever an extractor produced.
import type {
  AddressFamily,
  Inspected,
  Inspection,
  Source,
} from '../../../core/inspecting/inspection.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_POST_TRACKS,
  MAX_TITLE_LENGTH,
} from '../../../shared/limits.ts';
import type { Item, Media } from '../../../shared/media/media.ts';
import type { Link } from '../../../shared/platforms/platform.ts';
import { readWarnings } from '../read-error.ts';
import { type RawEntry, type RawPost, readShape } from './info-shape.ts';
import { readExpiry } from './read-expiry.ts';
import { readItem } from './read-item.ts';
import { readAuthor } from './read-music.ts';
import { readOrigin } from './read-origin.ts';
import { sectionHints } from './read-section.ts';
import { cleanLine, cleanParagraphs } from './read-text.ts';

export type ReadContext = {
  readonly link: Link;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly egress: string;
  readonly family?: AddressFamily | undefined;
  /** Keys of the extractors that may answer for the link's platform. */
  readonly expectedExtractors: readonly string[];
  /** yt-dlp's warnings, which explain an empty answer. */
  readonly warnings: readonly string[];
  /** A new opaque handle for the inspection. */
  readonly newId: () => string;
};

/**
 * Reads an info dict that engine/project.py reduced. Throws AppError `platform_changed` for an unknown shape,
 * `unsupported_url` for another extractor's or an unfollowed answer, `live`, `live_not_started`, `drm`, and for an
 * answer without anything to fetch the code that its warnings imply, else `no_video`.
 */
export function readInfo(raw: unknown, context: ReadContext): Inspected {
  const post = readShape(raw);
  const params = { platform: context.link.platform };
  if (post === undefined)
    throw new AppError('platform_changed', { params, detail: 'no info dict' });
  const foreign = whyForeign(post, context.expectedExtractors);
  if (foreign !== undefined) throw new AppError(foreign.code, { params, detail: foreign.detail });
  const entries = post._type === 'playlist' ? post.entries : [post];
  const { items, sources, refused } = readItems(entries, post, context);
  if (items.length === 0)
    throw new AppError(refused ?? readWarnings(context.warnings) ?? 'no_video', {
      params,
      detail: 'nothing to fetch in the answer',
    });
  const addresses = [...sources.values()].flatMap(({ address, fragments }) => [
    address,
    fragments?.at(-1)?.address ?? address,
  ]);
  const inspection: Inspection = {
    id: context.newId(),
    link: { ...context.link, hints: { ...sectionHints(post), ...context.link.hints } },
    media: readMedia(post, items, context.link),
    items,
    omittedItems: Math.max(0, post.n_entries - post.entries.length),
    inspectedAt: context.now,
    expiresAt: readExpiry(addresses, context.now),
  };
  const { egress, family } = context;
  return {
    inspection,
    sources: { egress, ...(family && { family }), byId: sources },
    origin: readOrigin(post, context.link.platform),
  };
}

/** Why the answer does not belong to the link's platform; undefined when it does. */
function whyForeign(
  { _type: type, extractor_key: extractor }: RawPost,
  expected: readonly string[],
): { readonly code: ErrorCode; readonly detail: string } | undefined {
  // A redirect result may lead anywhere; yt-dlp follows those of known platforms itself.
  if (type === 'url' || type === 'url_transparent')
    return { code: 'unsupported_url', detail: 'the answer leads elsewhere' };
  if (type !== null && type !== 'video' && type !== 'playlist')
    return { code: 'platform_changed', detail: 'unknown type of answer' };
  if (extractor === null) return { code: 'platform_changed', detail: 'no extractor named' };
  if (!expected.includes(extractor))
    return { code: 'unsupported_url', detail: `answer of ${extractor}` };
  return undefined;
}

function readItems(
  entries: readonly (RawEntry | null)[],
  post: RawPost,
  { expectedExtractors }: ReadContext,
) {
  const items: Item[] = [];
  const sources = new Map<string, Source>();
  let refused: ErrorCode | undefined;
  const maxTracks = Math.floor(MAX_POST_TRACKS / Math.max(1, entries.length));
  for (const [at, entry] of entries.entries()) {
    if (entry === null) continue;
    const extractor = entry.extractor_key ?? post.extractor_key;
    const isOurs = expectedExtractors.includes(extractor ?? '') && isItem(entry);
    const read = isOurs
      ? readItem(entry, at + 1, extractor, maxTracks)
      : { refused: 'unsupported_url' as const };
    if ('refused' in read) {
      refused ??= read.refused;
      continue;
    }
    items.push(withOwnId(read.item, items));
    for (const [id, source] of read.sources) sources.set(id, source);
  }
  return { items, sources, refused };
}

function isItem({ _type }: RawEntry): boolean {
  return _type === null || _type === 'video';
}

/** Two items of a post never share an id, even where the platform gives both the post's own. */
function withOwnId(item: Item, others: readonly Item[]): Item {
  const isTaken = others.some(({ id }) => id === item.id);
  return isTaken ? { ...item, id: `${item.id}.${item.index}` } : item;
}

function readMedia(post: RawPost, items: readonly Item[], link: Link): Media {
  const [first] = items;
  const own = post._type === 'playlist' ? cleanLine(post.title, MAX_TITLE_LENGTH) : null;
  const fallback = items.length === 1 ? first?.title : undefined;
  return {
    title: own ?? fallback ?? cleanLine(link.id, MAX_TITLE_LENGTH) ?? link.platform,
    author: readAuthor(
      [post.uploader, post.channel, post.uploader_id],
      link.platform === 'youtube',
    ),
    description: cleanParagraphs(post.description, MAX_DESCRIPTION_LENGTH),
    publishedAtSeconds: post.timestamp === null ? null : Math.floor(post.timestamp),
    ageLimit: post.age_limit === null || post.age_limit === 0 ? null : post.age_limit,
  };
}
