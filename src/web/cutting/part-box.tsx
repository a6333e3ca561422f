// The box in which only a part of a video is chosen: by hand on a line, by typed times, by chapters, or as the link itself says. A
// chunk of its own, loaded once it is opened; for the card of a link and the rows of many links.
import { Link as LinkIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { InspectAnswer, InspectItem } from '../../shared/api/inspect.ts';
import type { Choice, Part } from '../download-client/flow-state.ts';
import { Button } from '../ui/button.tsx';
import { RadioCards } from '../ui/choices.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatBytes } from '../words/figures.ts';
import { MoreWords, useWords } from '../words/words.tsx';
import { ChapterChips } from './chapter-chips.tsx';
import { LinkLabel } from './link-label.tsx';
import {
  bytesOf,
  canHide,
  nameOfRange,
  offerOf,
  partOf,
  rangeOf,
  rangeOfLink,
  shortTime,
  sourceOf,
} from './part.ts';
import { PartLine } from './part-line.tsx';
import { lengthOf, type Range } from './range.ts';
import { TimeFields } from './time-fields.tsx';
import './part.css';

type PartBoxProps = {
  readonly item: InspectItem;
  readonly hints: InspectAnswer['hints'];
  readonly choice: Choice;
  readonly onChange: (part: Part | undefined) => void;
  /** Called with true while a typed time is wrong, and then with false. */
  readonly onWrong?: (isWrong: boolean) => void;
};

/** The box for one item; starts anew for another one. Suspends until its messages are loaded. */
export function PartBox(props: PartBoxProps) {
  return (
    <MoreWords group="part">
      <Box key={props.item.id} {...props} />
    </MoreWords>
  );
}

function Box({ item, hints, choice, onChange, onWrong }: PartBoxProps) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const source = useMemo(() => sourceOf(item), [item]);
  const { part } = choice;
  const chosen = rangeOf(part, source);
  const { range, hold, release } = useHeld(chosen, (held) => set(held));
  const set = (next: Range, cut = part?.cut) => onChange(partOf(next, source, cut));
  const takeAll = () => {
    onChange(undefined);
    // The button goes with the part.
    box.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <div ref={box} className="part-box">
      <LinkChip hints={hints} source={source} range={chosen} onChoose={set} />
      <PartLine source={source} range={range} onHold={hold} onRelease={release} onStep={set} />
      <TimeFields range={range} durationMs={source.durationMs} onChange={set} onWrong={onWrong} />
      <ChapterChips
        chapters={item.chapters}
        isFromText={item.chaptersFromText === true}
        source={source}
        range={part ? chosen : null}
        onChoose={(next) => set(next ?? { startMs: 0, endMs: source.durationMs })}
      />
      {part && chosen.startMs > 0 && !choice.details?.withoutMarked && canHide(item, choice) && (
        <RadioCards
          label={t('part.begins')}
          value={part.cut ?? 'instant'}
          onChange={(cut) => set(chosen, cut)}
          options={[
            { value: 'instant', title: t('part.instant'), detail: t('part.instantDetail') },
            { value: 'exact', title: t('part.exact'), detail: t('part.exactDetail') },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Outcome item={item} choice={choice} range={range} durationMs={source.durationMs} />
        {part && (
          <Button variant="quiet" className="-mx-3" onClick={takeAll}>
            {t('part.takeAll')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The range that is shown: the one under a finger, until it is let go and chosen. */
function useHeld(chosen: Range, onRelease: (range: Range) => void) {
  const [shown, setShown] = useState<Range | null>(null);
  // A release may come before what was held has been drawn.
  const held = useRef<Range | null>(null);
  return {
    range: shown ?? chosen,
    hold(change: (range: Range) => Range) {
      held.current = change(held.current ?? chosen);
      setShown(held.current);
    },
    release() {
      if (held.current) onRelease(held.current);
      held.current = null;
      setShown(null);
    },
  };
}

type LinkChipProps = {
  readonly hints: PartBoxProps['hints'];
  readonly source: ReturnType<typeof sourceOf>;
  readonly range: Range;
  readonly onChoose: (range: Range) => void;
};

/** The start and the end that the link itself names. */
function LinkChip({ hints, source, range, onChoose }: LinkChipProps) {
  const named = rangeOfLink(hints, source);
  if (!named) return null;
  return (
    <div>
      <button
        type="button"
        className="part-chip"
        aria-pressed={range.startMs === named.startMs && range.endMs === named.endMs}
        onClick={() => onChoose(named)}
      >
        <Icon of={LinkIcon} size="small" />
        <LinkLabel named={named} durationMs={source.durationMs} />
      </button>
    </div>
  );
}

type OutcomeProps = Pick<PartBoxProps, 'item' | 'choice'> & {
  readonly range: Range;
  readonly durationMs: number;
};

/** What will come, and what has to be fetched for it. */
function Outcome({ item, choice, range, durationMs }: OutcomeProps) {
  const { t, language } = useWords();
  const offer = offerOf(item, choice);
  if (lengthOf(range) >= durationMs) return <p className="text-soft">{t('part.all')}</p>;
  const bytes = bytesOf(offer, range, durationMs);
  const size = bytes && t('download.approximately', { size: formatBytes(bytes, language) });
  return (
    <div>
      <p className="part-outcome">
        <bdi dir="ltr">{nameOfRange(range)}</bdi>
        <span>{t('part.length', { length: shortTime(lengthOf(range)) })}</span>
        {size && <bdi>{size}</bdi>}
      </p>
      {item.part === 'whole' && (
        <p className="mt-1 text-soft text-sm">
          {offer?.bytes
            ? t('part.fetchedSize', { size: formatBytes(offer.bytes, language) })
            : t('part.fetched')}
        </p>
      )}
    </div>
  );
}
