// The chapters of a video to press: one, or several in a row.
import { useId } from 'react';
import type { InspectItem } from '../../shared/api/inspect.ts';
import { useWords } from '../words/words.tsx';
import { type PartSource, pressChapter, rangeOfRun, runOf, shortTime } from './part.ts';
import type { Range } from './range.ts';

type ChapterChipsProps = {
  readonly chapters: InspectItem['chapters'];
  readonly isFromText: boolean;
  readonly source: PartSource;
  /** Null while all of the video is taken. */
  readonly range: Range | null;
  /** Null when the last one was pressed again. */
  readonly onChoose: (range: Range | null) => void;
};

/** The chips; nothing where there are fewer than two chapters. */
export function ChapterChips(props: ChapterChipsProps) {
  const { chapters, isFromText, source, range, onChoose } = props;
  const { t } = useWords();
  const hintId = useId();
  if (chapters.length < 2) return null;
  const run = range && runOf(range, source);
  const press = (index: number) => {
    const next = pressChapter(index, run);
    onChoose(next && rangeOfRun(next, source));
  };
  return (
    <fieldset className="min-w-0" aria-describedby={hintId}>
      <legend className="font-semibold">
        {t(isFromText ? 'part.chaptersFromText' : 'part.chapters')}
      </legend>
      <p id={hintId} className="mb-2 text-soft text-sm">
        {t('part.chaptersHint')}
      </p>
      <ul className="part-chapters">
        {chapters.map(({ title, startSeconds }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: chapters are named by their number, and may have the same title
          <li key={index}>
            <button
              type="button"
              className="part-chip"
              aria-pressed={run !== null && index >= run[0] && index <= run[1]}
              onClick={() => press(index)}
            >
              <bdi className="part-chip-time" dir="ltr">
                {shortTime(startSeconds * 1000)}
              </bdi>
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
