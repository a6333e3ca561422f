// Only a part of the video of one row: the same box as on the home page, below the row. What the post has is inspected once more,
// since rows keep no chapters.
import { Suspense, useEffect, useState } from 'react';
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { inSeconds, sourceOf } from '../../cutting/part.ts';
import { failureOf } from '../../download-client/failure.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { itemOf } from '../../download-client/fit-choice.ts';
import { laterPart } from '../../page/later-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/words.tsx';
import type { Batch } from './batch.ts';
import { type BatchChoice, type BatchRow, readInspection } from './batch-state.ts';

const PartBox = laterPart(() =>
  import('../../cutting/part-box.tsx').then(({ PartBox }) => PartBox),
);

type RowPartProps = {
  readonly row: BatchRow;
  readonly batch: Pick<Batch, 'inspect' | 'choosePart' | 'markPart'>;
  /** The one for all, which the row may replace. */
  readonly choice: BatchChoice;
};

/** The place of the box. */
export function RowPart({ row, batch, choice }: RowPartProps) {
  const { t } = useWords();
  const [answer, setAnswer] = useState<InspectAnswer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { key } = row;
  useEffect(() => {
    batch.inspect(key).then(setAnswer, setError);
  }, [batch, key]);
  if (error) return <p className="text-bad">{failureWords(failureOf(error), null, t)}</p>;
  const loading = <Skeleton className="h-64 rounded-md" />;
  if (!answer) return loading;
  const { choice: wanted } = readInspection(answer, row.choice ?? choice, row);
  const item = itemOf(answer, wanted);
  return (
    item && (
      <Suspense fallback={loading}>
        <PartBox
          item={item}
          hints={answer.hints}
          choice={wanted}
          onChange={(part) => batch.choosePart(key, part && inSeconds(part, sourceOf(item)))}
          onWrong={(isWrong) => batch.markPart(key, isWrong)}
        />
      </Suspense>
    )
  );
}
