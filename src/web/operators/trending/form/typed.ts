// What an operator has typed about a video, and what is wrong with it.
import { MAX_TITLE_LENGTH } from '../../../../shared/limits.ts';
import { readLink } from '../../../../shared/link.ts';
import { PLATFORM_IDS, type PlatformId } from '../../../../shared/platforms/platform.ts';
import { isOwnFile, readVideoAddress } from '../../../../shared/trending.ts';
import type { WordKey } from '../../../words/keys.ts';

/** A field that a person may have filled in; what they have not touched may be filled in for them. */
export type Field = 'title' | 'description' | 'platform' | 'thumbnailUrl';

/** The form of a new video. Both ways of adding share what they have in common. */
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

/** The form before anybody typed. */
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

/** What is wrong, by field. */
export type Problems = Readonly<
  Partial<Record<'title' | 'videoUrl' | 'thumbnailUrl' | 'file', WordKey>>
>;

/** Checks the form of a new video before it is sent. */
export function problemsOfNew(typed: TypedVideo, hasFile: boolean): Problems {
  if (typed.tab === 'file') return { ...titleProblem(typed.title), ...(hasFile ? {} : NO_FILE) };
  const video: Problems =
    typed.videoUrl.trim() === ''
      ? { videoUrl: 'curating.urlRequired' }
      : isAddress(typed.videoUrl)
        ? {}
        : { videoUrl: 'curating.urlInvalid' };
  return { ...video, ...titleProblem(typed.title), ...pictureProblem(typed.thumbnailUrl) };
}

const NO_FILE: Problems = { file: 'curating.fileRequired' };

/** The problem of a title. Letters are counted, not what they are made of. */
export function titleProblem(title: string): Problems {
  if (title.trim() === '') return { title: 'curating.titleRequired' };
  return [...title.trim()].length > MAX_TITLE_LENGTH ? { title: 'curating.titleTooLong' } : {};
}

/** The problem of a picture's address, which may be left out. */
export function pictureProblem(address: string): Problems {
  const isFine = address.trim() === '' || isAddress(address);
  return isFine ? {} : { thumbnailUrl: 'curating.urlInvalid' };
}

/** Whether a text is a whole address that a video or a picture can have. */
export function isAddress(text: string): boolean {
  return readVideoAddress(text.trim()) !== null;
}

/** Whether a text is an address that visitors of this site (`origin`) can open but not download. */
export function isOriginalOnly(text: string, origin: string): boolean {
  const address = text.trim();
  return isAddress(address) && !isOwnFile(address, origin) && readLink(address).kind === 'refused';
}

/** Reads a form that was kept in the tab; null for anything else. */
export function readTyped(kept: unknown): TypedVideo | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { tab, platform, featured, touched, ...texts } = kept as Record<string, unknown>;
  const text = (name: string) => (typeof texts[name] === 'string' ? texts[name] : '');
  const isField = (name: unknown): name is Field =>
    ['title', 'description', 'platform', 'thumbnailUrl'].includes(String(name));
  return {
    tab: tab === 'url' ? 'url' : 'file',
    title: text('title'),
    description: text('description'),
    videoUrl: text('videoUrl'),
    thumbnailUrl: text('thumbnailUrl'),
    platform: PLATFORM_IDS.find((id) => id === platform) ?? 'youtube',
    featured: featured === true,
    touched: Array.isArray(touched) ? touched.filter(isField) : [],
  };
}

/** Whether anything was typed that would be missed. */
export function isWorthKeeping(typed: TypedVideo): boolean {
  const { title, description, videoUrl, thumbnailUrl } = typed;
  return [title, description, videoUrl, thumbnailUrl].some((text) => text.trim() !== '');
}
