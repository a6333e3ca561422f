// "Only a part": the line that opens its box, for one item. The box itself is a chunk of its own.
import { Suspense, useEffect, useState } from 'react';
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import { fittingPart, nameOfRange, rangeOf, rangeOfLink, sourceOf } from '../../../cutting/part.ts';
import type { Choice } from '../../../download-client/flow-state.ts';
import { laterPart } from '../../../page/later-part.tsx';
import { LazySection } from '../../../page/lazy-section.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';

const PartBox = laterPart(() =>
  import('../../../cutting/part-box.tsx').then(({ PartBox }) => PartBox),
);

const loadLinkLabel = () => import('../../../cutting/link-label.tsx').then((it) => it.LinkLabel);

type OnlyPartProps = {
  readonly flow: Pick<Flow, 'choose'>;
  readonly item: InspectItem;
  readonly hints: InspectAnswer['hints'];
  readonly choice: Choice;
};

/** The line, with the part that was chosen, or what the link itself names. It is open where the page's address names one. */
export function OnlyPart({ flow, item, hints, choice }: OnlyPartProps) {
  const { t } = useWords();
  const { part } = choice;
  const [isOpen, setIsOpen] = useState(part !== undefined);
  const fitting = fittingPart(item, choice);
  const source = sourceOf(item);
  const named = rangeOfLink(hints, source);
  const isFitting = JSON.stringify(part) === JSON.stringify(fitting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render makes an equal part
  useEffect(() => {
    if (!isFitting) flow.choose({ part: fitting });
  }, [isFitting]);
  return (
    <Disclosure
      summary={
        <>
          {t('download.onlyPart')}
          {part && (
            <span className="ms-3 font-normal text-soft tabular-nums">
              <bdi dir="ltr">{nameOfRange(rangeOf(part, source))}</bdi>
            </span>
          )}
          {!part && !isOpen && named && (
            <span className="ms-3 font-normal text-soft tabular-nums">
              <LazySection
                group="part"
                load={loadLinkLabel}
                props={{ named, durationMs: source.durationMs }}
              />
            </span>
          )}
        </>
      }
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="disclosure-lined"
    >
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-64 w-full rounded-md" />}>
          <PartBox
            item={item}
            hints={hints}
            choice={choice}
            onChange={(chosen) => flow.choose({ part: chosen })}
          />
        </Suspense>
      )}
    </Disclosure>
  );
}
