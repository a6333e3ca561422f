// What an operator has changed in a video, and how it compares with another operator's version.
import type { AdminTrendingItem } from '../../../../shared/api/admin.ts';
import type { EditRequest } from '../calls.ts';
import { type Problems, pictureProblem, titleProblem } from './typed.ts';

/** The video as it was when the form was opened. */
export type Base = {
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly featured: boolean;
  readonly picture: string | null;
  readonly videoUrl: string;
};

/** The form of an edit. `pictureUrl` is that of a new thumbnail, empty to keep the current one. */
export type TypedEdit = {
  readonly title: string;
  readonly description: string;
  readonly featured: boolean;
  readonly pictureUrl: string;
  readonly dropsPicture: boolean;
  readonly base: Base;
};

/** Returns the initial form for a video. */
export function editOf(video: AdminTrendingItem): TypedEdit {
  const base = baseOf(video);
  const { title, description, featured } = base;
  return { title, description, featured, pictureUrl: '', dropsPicture: false, base };
}

/** Returns the base version of a form. */
export function baseOf(video: AdminTrendingItem): Base {
  const { version, title, description = '', featured, thumbnailUrl = null, videoUrl } = video;
  return { version, title, description, featured, picture: thumbnailUrl, videoUrl };
}

/** Returns whether anything was changed. */
export function isEdited({ base, ...typed }: TypedEdit): boolean {
  return (
    typed.title !== base.title ||
    typed.description !== base.description ||
    typed.featured !== base.featured ||
    typed.pictureUrl.trim() !== '' ||
    typed.dropsPicture
  );
}

/** Checks the form before it is sent. */
export function problemsOfEdit({ title, pictureUrl, dropsPicture }: TypedEdit): Problems {
  return { ...titleProblem(title), ...(dropsPicture ? {} : pictureProblem(pictureUrl)) };
}

/** Builds the request. */
export function editRequestOf(typed: TypedEdit): EditRequest {
  const { title, description, featured, pictureUrl, dropsPicture } = typed;
  const address = pictureUrl.trim();
  return {
    title: title.trim(),
    description: description.trim() || null,
    featured,
    ...(dropsPicture ? { thumbnailUrl: null } : address !== '' && { thumbnailUrl: address }),
  };
}

/** Fields in which two versions can differ. */
export type ConflictField = 'title' | 'description' | 'featured' | 'picture' | 'video';

/** Returns the fields in which the edit differs from another operator's version. */
export function conflictsOf(
  typed: TypedEdit,
  theirs: Base,
  hasFile: boolean,
): readonly ConflictField[] {
  const { base } = typed;
  const changesPicture = typed.dropsPicture || typed.pictureUrl.trim() !== '';
  const differs: Readonly<Record<ConflictField, boolean>> = {
    title: typed.title.trim() !== theirs.title,
    description: typed.description.trim() !== theirs.description,
    featured: typed.featured !== theirs.featured,
    picture: changesPicture && base.picture !== theirs.picture,
    video: hasFile && base.videoUrl !== theirs.videoUrl,
  };
  return (Object.keys(differs) as ConflictField[]).filter((field) => differs[field]);
}

/** Returns the fields that this operator has not edited, for which the other operator's values are the default. */
export function untouchedOf(
  typed: TypedEdit,
  fields: readonly ConflictField[],
): readonly ConflictField[] {
  return fields.filter(
    (field) => field !== 'picture' && field !== 'video' && typed[field] === typed.base[field],
  );
}

/** Rebases the edit on the other operator's version, with their values in these fields. */
export function takeOver(
  typed: TypedEdit,
  theirs: Base,
  fields: ReadonlySet<ConflictField>,
): TypedEdit {
  return {
    ...typed,
    ...(fields.has('title') && { title: theirs.title }),
    ...(fields.has('description') && { description: theirs.description }),
    ...(fields.has('featured') && { featured: theirs.featured }),
    ...(fields.has('picture') && { pictureUrl: '', dropsPicture: false }),
    base: theirs,
  };
}

/** Parses a stored draft; null if it is invalid. */
export function readEdit(kept: unknown): TypedEdit | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { title, description, featured, pictureUrl, dropsPicture, base } = kept as TypedEdit;
  const isWhole =
    [title, description, pictureUrl].every((text) => typeof text === 'string') &&
    [featured, dropsPicture].every((flag) => typeof flag === 'boolean') &&
    isBase(base);
  return isWhole ? { title, description, featured, pictureUrl, dropsPicture, base } : null;
}

function isBase(base: unknown): base is Base {
  if (typeof base !== 'object' || base === null) return false;
  const { version, title, description, featured, picture, videoUrl } = base as Base;
  return (
    Number.isSafeInteger(version) &&
    [title, description, videoUrl].every((text) => typeof text === 'string') &&
    typeof featured === 'boolean' &&
    (picture === null || typeof picture === 'string')
  );
}
