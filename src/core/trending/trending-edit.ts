// Shared by all changes of trending videos: the edited fields, their audit details, validation, versions.
import { AppError } from '../../shared/errors.ts';
import type { AuditEntry } from '../operators/audit.ts';
import type { ChangeResult, TrendingVideos } from './ports.ts';
import { invalidField, type StoredTrendingVideo, type TrendingChange } from './trending.ts';

/** The fields that may be edited; absent ones stay. */
export type TextEdit = {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly featured?: boolean | undefined;
  readonly position?: number | null | undefined;
};

type Texts = Pick<TrendingChange, 'title' | 'description' | 'featured' | 'position'>;

/** Removes absent fields, and trims the title. */
export function namedTexts(edit: TextEdit): Texts {
  const { title, description, featured, position } = edit;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(featured !== undefined && { featured }),
    ...(position !== undefined && { position }),
  };
}

/** For the audit log: the title of the video, and the values that differ now; of a description, only that it does. */
export function editDetails(
  before: Pick<StoredTrendingVideo, keyof Texts>,
  edit: Texts,
): AuditEntry['details'] {
  const { description, ...texts } = namedTexts(edit);
  const changed = Object.entries(texts).filter(
    ([name, value]) => before[name as keyof typeof texts] !== value,
  );
  const isOther = description !== undefined && description !== before.description;
  return {
    video: before.title,
    ...Object.fromEntries(changed),
    ...(isOther && { description: true }),
  };
}

/** Throws `invalid_request` with the name of an invalid field. */
export function assertValid(video: TrendingChange): void {
  const field = invalidField(video);
  if (field !== null) throw new AppError('invalid_request', { params: { field } });
}

/** Throws `not_found_page`, `changed_meanwhile`. */
export function assertChanged(changed: ChangeResult): void {
  if (changed === 'missing') throw new AppError('not_found_page');
  if (changed === 'changed') throw new AppError('changed_meanwhile');
}

/** Returns the video in this version; null is any. Throws `not_found_page`, `changed_meanwhile`. */
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
 * Changes this version, null being any, and returns the video as it was before, so that its files can be removed. Throws as
 * {@link getVersion}.
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
    // Another change was quicker; without a given version this one is applied after it.
    if (changed === 'missing' || version !== null) assertChanged(changed);
  }
}
