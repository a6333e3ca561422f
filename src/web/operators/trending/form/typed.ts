// The form of a new video, and its validation.
import { MAX_TITLE_LENGTH } from '../../../../shared/limits.ts';
import { readLink } from '../../../../shared/link.ts';
import { MAIN_PLATFORM_IDS, type PlatformId } from '../../../../shared/platforms/platform.ts';
import { isOwnFile, readVideoAddress } from '../../../../shared/trending.ts';
import type { WordKey } from '../../../words/keys.ts';

/** The fields that are filled in automatically while the operator has not edited them. */
export const FIELDS = ['title', 'description', 'platform', 'thumbnailUrl'] as const;

/** One of {@link FIELDS}. */
export type Field = (typeof FIELDS)[number];

/** The form of a new video. Both ways of adding share their common fields. */
export type TypedVideo = {
  readonly tab: 'file' | 'url';
  readonly title: string;
  readonly description: string;
  readonly videoUrl: string;
  readonly thumbnailUrl: string;
  readonly platform: PlatformId;
  readonly featured: boolean;
  readonly touched: readonly Field[];
};

/** The initial form. */
export const NOTHING_TYPED: TypedVideo = {
  tab: 'file',
  title: '',
  description: '',
  videoUrl: '',
  thumbnailUrl: '',
  platform: 'youtube',
  featured: false,
  touched: [],
};

/** Problems by field. */
export type Problems = Readonly<
  Partial<Record<'title' | 'videoUrl' | 'thumbnailUrl' | 'file', WordKey>>
>;

/** Checks the form of a new video before it is sent. */
export function problemsOfNew(typed: TypedVideo, hasFile: boolean): Problems {
  if (typed.tab === 'file') return { ...titleProblem(typed.title), ...(hasFile ? {} : NO_FILE) };
  const video: Problems =
    typed.videoUrl.trim() === ''
      ? { videoUrl: 'operators-trending.urlRequired' }
      : isAddress(typed.videoUrl)
        ? {}
        : { videoUrl: 'operators-trending.urlInvalid' };
  return { ...video, ...titleProblem(typed.title), ...pictureProblem(typed.thumbnailUrl) };
}

const NO_FILE: Problems = { file: 'operators-trending.fileRequired' };

/** Returns the problem of a title. Counts code points. */
export function titleProblem(title: string): Problems {
  if (title.trim() === '') return { title: 'operators-trending.titleRequired' };
  return [...title.trim()].length > MAX_TITLE_LENGTH
    ? { title: 'operators-trending.titleTooLong' }
    : {};
}

/** Returns the problem of a thumbnail's URL, which is optional. */
export function pictureProblem(address: string): Problems {
  const isFine = address.trim() === '' || isAddress(address);
  return isFine ? {} : { thumbnailUrl: 'operators-trending.urlInvalid' };
}

/** Returns whether a text is a complete URL for a video or thumbnail. */
export function isAddress(text: string): boolean {
  return readVideoAddress(text.trim()) !== null;
}

/** Returns whether a text is a URL that visitors of this site (`origin`) can open but not download. */
export function isOriginalOnly(text: string, origin: string): boolean {
  const address = text.trim();
  return isAddress(address) && !isOwnFile(address, origin) && readLink(address).kind === 'refused';
}

/** Parses a stored draft; null if it is invalid. */
export function readTyped(kept: unknown): TypedVideo | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { tab, platform, featured, touched, ...texts } = kept as Record<string, unknown>;
  const text = (name: string) => (typeof texts[name] === 'string' ? texts[name] : '');
  return {
    tab: tab === 'url' ? 'url' : 'file',
    title: text('title'),
    description: text('description'),
    videoUrl: text('videoUrl'),
    thumbnailUrl: text('thumbnailUrl'),
    platform: MAIN_PLATFORM_IDS.find((id) => id === platform) ?? 'youtube',
    featured: featured === true,
    touched: Array.isArray(touched) ? FIELDS.filter((field) => touched.includes(field)) : [],
  };
}

/** Returns whether the draft is worth storing. */
export function isWorthKeeping(typed: TypedVideo): boolean {
  const { title, description, videoUrl, thumbnailUrl } = typed;
  return [title, description, videoUrl, thumbnailUrl].some((text) => text.trim() !== '');
}
