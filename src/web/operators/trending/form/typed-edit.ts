// What an operator has changed in a video, and how it compares with another operator's version.
import type { AdminTrendingItem } from '../../../../shared/admin-api.ts';
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

/** The form of an edit. `pictureUrl` is of a new picture, empty for the one there is. */
export type TypedEdit = {
  readonly title: string;
  readonly description: string;
  readonly featured: boolean;
  readonly pictureUrl: string;
  readonly dropsPicture: boolean;
  readonly base: Base;
};

/** The form of a video before anybody typed. */
export function editOf(video: AdminTrendingItem): TypedEdit {
  const base = baseOf(video);
  const { title, description, featured } = base;
  return { title, description, featured, pictureUrl: '', dropsPicture: false, base };
}

/** What a form needs to know of the video it began with. */
export function baseOf(video: AdminTrendingItem): Base {
  const { version, title, description = '', featured, thumbnailUrl = null, videoUrl } = video;
  return { version, title, description, featured, picture: thumbnailUrl, videoUrl };
}

/** Whether anything was changed. */
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

/** What is sent. */
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

/** The fields in which the edit differs from another operator's version. */
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

/** The fields that this operator has not edited: the other operator's values are selected by default. */
export function untouchedOf(
  typed: TypedEdit,
  fields: readonly ConflictField[],
): readonly ConflictField[] {
  const { base } = typed;
  const isUntouched: Readonly<Record<ConflictField, boolean>> = {
    title: typed.title === base.title,
    description: typed.description === base.description,
    featured: typed.featured === base.featured,
    picture: false,
    video: false,
  };
  return fields.filter((field) => isUntouched[field]);
}

/** What was typed, with theirs in these fields, as a change of their version. */
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

/** Reads a form that was kept in the tab; null for anything else. */
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
