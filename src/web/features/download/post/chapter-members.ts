// What "Split by chapters" asks for: each chapter as the whole was chosen.
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import { chapterName } from '../../../../shared/media/chapters.ts';
import { requestOf } from '../../../download-client/calls.ts';
import type { Choice } from '../../../download-client/flow-state.ts';
import type { Member } from './collect-zip.ts';

/** The chapters, numbered and named. */
export function chapterMembers(
  { url }: Pick<InspectAnswer, 'url'>,
  { chapters }: Pick<InspectItem, 'chapters'>,
  choice: Choice,
): Member[] {
  // A part is chosen anew for each, and a name is that of the whole.
  const { from, to, chapter, name, withoutMarked, ...request } = requestOf(url, choice);
  return chapters.flatMap(({ marked }, at) => {
    if (marked && withoutMarked) return [];
    const own = chapterName(chapters, at + 1);
    return { id: own, name: own, request: { ...request, chapter: at + 1, name: own } };
  });
}
