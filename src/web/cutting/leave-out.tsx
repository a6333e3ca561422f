// "Leave out what viewers marked": off at first, with what it takes off and what it costs. A chunk of its own, loaded where there are marks.
import { useEffect } from 'react';
import type { InspectItem } from '../../shared/api/inspect.ts';
import { markedWithin, overlaps, secondsOf } from '../../shared/media/marked.ts';
import type { Choice } from '../download-client/flow-state.ts';
import { CheckField } from '../ui/check-field.tsx';
import { formatLength } from '../words/figures.ts';
import { useWords } from '../words/words.tsx';
import { offerOf, rangeOf, sourceOf } from './part.ts';

type LeaveOutProps = {
  readonly item: InspectItem;
  readonly choice: Choice;
  readonly onChange: (details: Choice['details']) => void;
};

/** The choice; nothing where none of what is wanted is marked. */
export function LeaveOut({ item, choice, onChange }: LeaveOutProps) {
  const { t, language } = useWords();
  const { withoutMarked = false, ...rest } = choice.details ?? {};
  const others = Object.keys(rest).length > 0 ? rest : undefined;
  const offer = offerOf(item, choice);
  const cuts = offer?.container === 'image' ? [] : cutsOf(item, choice);
  const isGone = cuts.length === 0 && withoutMarked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it cannot be chosen any more
  useEffect(() => {
    if (isGone) onChange(others);
  }, [isGone]);
  if (cuts.length === 0) return null;
  const titles = item.chapters.flatMap((chapter) =>
    chapter.marked && cuts.some((cut) => overlaps(chapter, cut))
      ? [`\u2068${chapter.title}\u2069`]
      : [],
  );
  const isSound = offer ? offer.videoCodec === null : choice.format === 'mp3';
  return (
    <CheckField
      checked={withoutMarked}
      onChange={(checked) => onChange(checked ? { ...rest, withoutMarked: true } : others)}
    >
      {t('part.leaveOut')}
      <span className="block text-soft text-sm">
        {t('part.leavesOut', {
          titles: new Intl.ListFormat(language, { type: 'unit' }).format(new Set(titles)),
          length: `\u2066${formatLength(secondsOf(cuts))}\u2069`,
        })}{' '}
        {t(isSound ? 'part.leaveOutSound' : 'part.leaveOutVideo')}
      </span>
    </CheckField>
  );
}

/** What would be cut out of what is wanted; a chapter has no marks in it. */
function cutsOf(item: InspectItem, { part }: Choice) {
  if (part?.chapter !== undefined) return [];
  const { startMs, endMs } = rangeOf(part, sourceOf(item));
  return markedWithin(item.chapters, { startSeconds: startMs / 1000, endSeconds: endMs / 1000 });
}
