// The key of a plan: requests that come to the same file have the same.
import { FILE_FORMATS } from '../../shared/media/formats.ts';
import type { Chapter } from '../../shared/media/media.ts';
import type { Extras } from './choice.ts';
import { encodedKilobits, loudnessOf, type PlanOption, type Recipe } from './plan.ts';

/** The key: everything that determines the bytes of the file, and nothing else. */
export function keyOf(
  media: readonly string[],
  option: PlanOption,
  { tags, subtitles }: Partial<Extras> = {},
  chapters: readonly Chapter[] = [],
): string {
  const tracks = option.sources.map(
    (source) => `${source.role}=${source.kind === 'track' ? source.trackId : source.fileId}`,
  );
  const made = keyOfRecipe(option.recipe);
  const loudness = loudnessOf(option.recipe);
  const holds: readonly string[] = FILE_FORMATS[option.recipe.container].holds;
  const extras = [
    ...(tags
      ? [JSON.stringify([tags.title, tags.artist, tags.cover, tags.album, tags.track])]
      : []),
    ...(loudness ? [`loudness=${loudness}`] : []),
    ...(subtitles ? [`subtitles=${subtitles.join()}`] : []),
    ...(chapters.length > 0 && holds.includes('chapters')
      ? [`chapters=${JSON.stringify(chapters.map((one) => Object.values(one)))}`]
      : []),
  ];
  return [...media, ...tracks, made, ...extras].map(encodeURIComponent).join('/');
}

function keyOfRecipe(recipe: Recipe): string {
  const { kind, container } = recipe;
  if (kind === 'slideshow') return `${kind}:${container}@${recipe.secondsPerPicture}`;
  if (kind === 'clip') return JSON.stringify(recipe);
  if (kind !== 'encode') return `${kind}:${container}`;
  if (recipe.picture === null && recipe.span === null && !recipe.cuts)
    return `${container}@${encodedKilobits(recipe)}`;
  return JSON.stringify(recipe);
}
