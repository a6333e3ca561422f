// What every change of a trending video has in common, whoever makes it: what is named, what is written down, what is refused.
import { AppError } from '../../shared/errors.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { ChangeResult, TrendingVideos } from './ports.ts';
import { invalidField, type StoredTrendingVideo, type TrendingChange } from './trending.ts';

/** The texts and places that may be edited; what is not named stays. */
export type TextEdit = {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly featured?: boolean | undefined;
  readonly position?: number | null | undefined;
};

type Texts = Pick<TrendingChange, 'title' | 'description' | 'featured' | 'position'>;

/** Without what is not named, and the title without space around it. */
export function namedTexts(edit: TextEdit): Texts {
  const { title, description, featured, position } = edit;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(featured !== undefined && { featured }),
    ...(position !== undefined && { position }),
  };
}

/** Which fields have which new values; a description is long, so that it changed is enough. */
export function editDetails({ description, ...texts }: Texts): AuditEntry['details'] {
  return { ...namedTexts(texts), ...(description !== undefined && { description: true }) };
}

/** Throws `invalid_request` with the field for what no list may hold. */
export function assertValid(video: TrendingChange): void {
  const field = invalidField(video);
  if (field !== null) throw new AppError('invalid_request', { params: { field } });
}

/** Throws `not_found_page`, `changed_meanwhile`. */
export function assertChanged(changed: ChangeResult): void {
  if (changed === 'missing') throw new AppError('not_found_page');
  if (changed === 'changed') throw new AppError('changed_meanwhile');
}

/** The video in this version; null is any. Throws `not_found_page`, `changed_meanwhile`. */
export async function getVersion(
  videos: Pick<TrendingVideos, 'get'>,
  id: string,
  version: number | null,
): Promise<StoredTrendingVideo> {
  const video = await videos.get(id);
  if (!video) throw new AppError('not_found_page');
  if (version !== null && video.version !== version) throw new AppError('changed_meanwhile');
  return video;
}

/**
 * Writes a change over this version, null being any, and answers the very video that it was written over, so that files
 * it named can go. Throws as {@link getVersion}.
 */
export async function updateVersion(
  videos: Pick<TrendingVideos, 'get' | 'update'>,
  id: string,
  change: TrendingChange,
  version: number | null,
): Promise<StoredTrendingVideo> {
  for (;;) {
    const before = await getVersion(videos, id, version);
    const changed = await videos.update(id, change, before.version);
    if (changed === 'done') return before;
    // Somebody was quicker; who does not care about versions wins after them.
    if (changed === 'missing' || version !== null) assertChanged(changed);
  }
}
