// The name under which a file is saved: the post's title, which item of it, and what the file really holds.

import { fileNameOf } from '../choosing/file-name.ts';
import type { Plan } from '../choosing/plan.ts';
import type { Receipt } from '../files/stored-file.ts';
import type { Inspection } from '../inspecting/inspection.ts';

/** `Title (1080p).mp4`, `Title 2 (720p).mp4`, `Title (320 kbps).mp3`, `Title.m4a`. */
export function nameOfFile(plan: Plan, inspection: Inspection, receipt: Receipt): string {
  const item = inspection.items.find(({ id }) => id === plan.itemId);
  const own = item?.title || inspection.media.title;
  const isOneOfMany = inspection.items.length > 1 && own === inspection.media.title;
  const { picture, extension } = receipt;
  const lines = picture && `${Math.min(picture.width, picture.height)}p`;
  const rate = plan.recipe.kind === 'encode' ? `${plan.recipe.kilobitsPerSecond} kbps` : null;
  return fileNameOf({
    title: isOneOfMany ? `${own} ${item?.index ?? 1}` : own,
    qualifier: plan.recipe.container === 'image' ? null : (lines ?? rate),
    extension,
  });
}
