// The name under which a file is saved: the post's title, which item of it, and what the file really holds.

import { fileNameOf } from '../../shared/media/file-name.ts';
import { FILE_FORMATS } from '../../shared/media/formats.ts';
import { spanName } from '../../shared/media/span-name.ts';
import type { Edit } from '../choosing/edits/edit.ts';
import { encodedKilobits, type LinkPlan, type Recipe } from '../choosing/plan.ts';
import type { Receipt } from '../files/stored-file.ts';
import type { Inspection } from '../inspecting/inspection.ts';

/** `Title (1080p).mp4`, `Title 2 (720p).mp4`, `Artist - Track (320 kbps).mp3`, `Title.m4a`; or the chosen name, with the extension. */
export function nameOfFile(
  plan: LinkPlan,
  inspection: Inspection,
  receipt: Receipt,
  chosen?: string,
): string {
  if (chosen !== undefined) return chosenName(chosen, receipt);
  const isWholePost = plan.recipe.kind === 'slideshow';
  const item = isWholePost ? null : inspection.items.find(({ id }) => id === plan.itemId);
  const own = item?.title || inspection.media.title;
  const isOneOfMany = !isWholePost && inspection.items.length > 1 && own === inspection.media.title;
  const { picture, extension } = receipt;
  const lines = picture && `${Math.min(picture.width, picture.height)}p`;
  const kilobits = encodedKilobits(plan.recipe);
  const rate = kilobits === null ? null : `${kilobits} kbps`;
  const song = FILE_FORMATS[plan.recipe.container].kind === 'audio' ? item?.song : undefined;
  return fileNameOf({
    title: song?.track ?? (isOneOfMany ? `${own} ${item?.index ?? 1}` : own),
    author: song?.artists.join(', ') ?? null,
    qualifier: plan.recipe.container === 'image' ? null : (lines ?? rate),
    extension,
  });
}

function chosenName(chosen: string, { extension }: Receipt): string {
  const ending = `.${extension}`;
  const isTyped = chosen.toLowerCase().endsWith(ending);
  const title = isTyped ? chosen.slice(0, -ending.length) : chosen;
  return fileNameOf({ title, qualifier: null, extension });
}

/** `Title (720p).webm`, `Title (2.5s-1m5s, 1080p).mp4` for a part, `Title (192 kbps).mp3`. */
export function nameOfEdit(
  title: string,
  { span }: Edit,
  recipe: Recipe,
  { picture, extension }: Receipt,
): string {
  const part = span && spanName(span.startSeconds * 1000, span.endSeconds * 1000);
  const lines = picture && `${Math.min(picture.width, picture.height)}p`;
  const kilobits = encodedKilobits(recipe);
  const rate = kilobits === null ? null : `${kilobits} kbps`;
  return fileNameOf({
    title,
    qualifier: [part, lines ?? rate].filter((one) => one !== null).join(', ') || null,
    extension,
  });
}
