// The editor of an open file: preview, timeline, times, cut method, and the start button.
import { Scissors } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CutPanel } from './cut-panel.tsx';
import { estimateBytes } from './figures.ts';
import type { OpenMedia } from './media/open-media.ts';
import type { Way } from './media/plan-cut.ts';
import { useCut } from './media/use-cut.ts';
import { usePlan } from './media/use-plan.ts';
import { PartFacts } from './part-facts.tsx';
import { Preview } from './preview.tsx';
import { Filmstrip } from './timeline/filmstrip.tsx';
import { KeysList } from './timeline/keys-list.tsx';
import type { Range } from './timeline/range.ts';
import { TimeFields } from './timeline/time-fields.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useRange } from './use-range.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';
import { WayChoice } from './way-choice.tsx';

type EditorProps = { readonly media: OpenMedia; readonly onLeave: () => void };

/** The editor. Changing the range or the method drops a result that no longer fits. */
export function Editor({ media, onLeave }: EditorProps) {
  const { t } = useTrimmerWords();
  const { durationMs } = media;
  const section = useRef<HTMLElement>(null);
  const [way, setWay] = useState<Way>('instant');
  const cutting = useCut(media);
  const isBusy = cutting.state.kind === 'making' || cutting.state.kind === 'checking';
  const { range, player, toStart, toEnd, mark } = useRange({
    media,
    section,
    isBusy,
    onChange: cutting.forget,
  });
  const trueStartMs = usePlan(media, range.startMs);

  useEffect(() => section.current?.focus({ preventScroll: true }), []);

  const realStartMs = way === 'exact' ? range.startMs : (trueStartMs ?? range.startMs);
  const bytes = expectedBytes(media, way, { startMs: realStartMs, endMs: range.endMs });
  const start = () => void cutting.start({ range, way, bytes });

  return (
    <Card
      as="section"
      ref={section}
      tabIndex={-1}
      aria-label={t('trimmer.editHeading')}
      className="focus:outline-none"
    >
      <Head fileName={media.source.name} onLeave={onLeave} />
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
      <CutPanel state={cutting.state} onCancel={cutting.cancel} onAgain={start}>
        <Button
          variant="primary"
          size="large"
          wide
          icon={Scissors}
          disabled={way === 'instant' && trueStartMs === null}
          onClick={start}
        >
          {t('trimmer.make')}
        </Button>
      </CutPanel>
      <KeysList media={media} />
    </Card>
  );
}

type HeadProps = Pick<EditorProps, 'onLeave'> & { readonly fileName: string };

function Head({ fileName, onLeave }: HeadProps) {
  const { t } = useTrimmerWords();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="min-w-0 text-lg [overflow-wrap:anywhere]" dir="auto">
        {fileName}
      </h2>
      <Button variant="quiet" className="-mx-3" onClick={onLeave}>
        {t('trimmer.another')}
      </Button>
    </div>
  );
}

/** Estimates the bytes of the new file. */
function expectedBytes({ source, durationMs, exact }: OpenMedia, way: Way, kept: Range): number {
  const factor = way === 'exact' && exact.kind !== 'none' ? exact.sizeFactor : 1;
  return Math.round(estimateBytes(source.size, durationMs, kept) * factor);
}
