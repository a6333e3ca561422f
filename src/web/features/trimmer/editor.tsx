// The editor of one open file: preview, timeline, times, the way to cut, and the one button.
import { Scissors } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CutFace } from './cut-face.tsx';
import { estimateBytes } from './figures.ts';
import type { OpenMedia } from './media/open-media.ts';
import type { Way } from './media/plan-cut.ts';
import { useCut } from './media/use-cut.ts';
import { usePlan } from './media/use-plan.ts';
import { PartFacts } from './part-facts.tsx';
import { Preview } from './preview.tsx';
import { Filmstrip } from './timeline/filmstrip.tsx';
import { KeysList } from './timeline/keys-list.tsx';
import { endAt, moveEnd, moveStart, type Range, startAt, wholeRange } from './timeline/range.ts';
import { TimeFields } from './timeline/time-fields.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { type Keyed, useKeys } from './timeline/use-keys.ts';
import { usePlayer } from './use-player.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';
import { WayChoice } from './way-choice.tsx';

type EditorProps = { readonly media: OpenMedia; readonly onLeave: () => void };

/** The editor. A change of the wish drops a result that no longer fits it. */
export function Editor({ media, onLeave }: EditorProps) {
  const { t } = useTrimmerWords();
  const { durationMs } = media;
  const section = useRef<HTMLElement>(null);
  const [range, setRange] = useState<Range>(() => wholeRange(durationMs));
  const [way, setWay] = useState<Way>('instant');
  const player = usePlayer(media);
  const cutting = useCut(media);
  const trueStartMs = usePlan(media, range.startMs);
  const isBusy = cutting.state.kind === 'making' || cutting.state.kind === 'checking';

  useEffect(() => section.current?.focus({ preventScroll: true }), []);

  const change = (next: Range, shownMs: number) => {
    if (isBusy || (next.startMs === range.startMs && next.endMs === range.endMs)) return;
    cutting.forget();
    setRange(next);
    player.seek(shownMs);
  };
  const toStart = (toMs: number) => {
    const next = moveStart(range, toMs, durationMs);
    change(next, next.startMs);
  };
  const toEnd = (toMs: number) => {
    const next = moveEnd(range, toMs, durationMs);
    change(next, next.endMs);
  };
  const mark = (which: 'start' | 'end') =>
    change(
      (which === 'start' ? startAt : endAt)(range, player.positionMs, durationMs),
      player.positionMs,
    );
  useKeys(section, ({ command, handle }: Keyed) => {
    const moving = {
      start: [range.startMs, toStart] as const,
      end: [range.endMs, toEnd] as const,
      position: [player.positionMs, player.seek] as const,
    };
    const [fromMs, go] = moving[handle === 'start' || handle === 'end' ? handle : 'position'];
    if (command.kind === 'play') player.toggle();
    else if (command.kind === 'step') go(fromMs + command.byMs);
    else if (command.kind === 'frame') go(fromMs + command.by * media.frameMs);
    else if (command.kind === 'edge') go(command.which === 'start' ? 0 : durationMs);
    else mark(command.which);
  });

  const realStartMs = way === 'exact' ? range.startMs : (trueStartMs ?? range.startMs);
  const factor = way === 'exact' && media.exact.kind !== 'none' ? media.exact.sizeFactor : 1;
  const kept = { startMs: realStartMs, endMs: range.endMs };
  const bytes = Math.round(estimateBytes(media.file.size, durationMs, kept) * factor);

  return (
    <Card
      as="section"
      ref={section}
      tabIndex={-1}
      aria-label={t('trimmer.editHeading')}
      className="focus:outline-none"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg [overflow-wrap:anywhere]" dir="auto">
          {media.file.name}
        </h2>
        <Button variant="quiet" className="-mx-3" onClick={onLeave}>
          {t('trimmer.another')}
        </Button>
      </div>
      <Preview media={media} player={player} range={range} />
      <fieldset disabled={isBusy} aria-label={t('trimmer.timeline')} className="mt-4 min-w-0">
        <Timeline
          durationMs={durationMs}
          range={range}
          trueStartMs={realStartMs}
          positionMs={player.positionMs}
          disabled={isBusy}
          onStart={toStart}
          onEnd={toEnd}
          onSeek={player.seek}
        >
          <Filmstrip media={media} />
        </Timeline>
        <TimeFields
          range={range}
          durationMs={durationMs}
          onStart={toStart}
          onEnd={toEnd}
          onMark={mark}
        />
        <PartFacts lengthMs={range.endMs - realStartMs} bytes={bytes} />
        <WayChoice
          media={media}
          way={way}
          startMs={range.startMs}
          trueStartMs={trueStartMs}
          onChange={(next) => {
            cutting.forget();
            setWay(next);
          }}
        />
      </fieldset>
      <CutFace
        state={cutting.state}
        onCancel={cutting.cancel}
        onAgain={() => void cutting.start({ range, way, bytes })}
      >
        <Button
          variant="primary"
          size="large"
          wide
          icon={Scissors}
          disabled={way === 'instant' && trueStartMs === null}
          onClick={() => void cutting.start({ range, way, bytes })}
        >
          {t('trimmer.make')}
        </Button>
      </CutFace>
      <KeysList media={media} />
    </Card>
  );
}
