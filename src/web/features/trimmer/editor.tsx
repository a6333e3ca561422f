// The editor of an open file: preview, timeline, times, what to save and how, and the start button.
import { Scissors } from 'lucide-react';
import type { DownloadResult } from '../../../shared/api/download.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { OpenMedia } from './media/open-media.ts';
import { useCut } from './media/use-cut.ts';
import { SegmentList } from './parts/segment-list.tsx';
import { Preview } from './player/preview.tsx';
import { CutPanel } from './saving/cut-panel.tsx';
import { SaveChoices } from './saving/save-choices.tsx';
import { useSaving } from './saving/use-saving.ts';
import { SendOffer } from './sending/send-offer.tsx';
import { KeysList } from './timeline/keys-list.tsx';
import { TimeFields } from './timeline/time-fields.tsx';
import { TimelineView } from './timeline/timeline-view.tsx';
import { useEditing } from './use-editing.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';

type EditorProps = {
  readonly media: OpenMedia;
  /** The file of this device; null for one on the server. */
  readonly local: File | null;
  readonly onConverted: (result: DownloadResult) => void;
  readonly onLeave: () => void;
};

/** The editor. Changing the parts, the kind of file or the method drops a result that no longer fits. */
export function Editor({ media, local, onConverted, onLeave }: EditorProps) {
  const { t } = useTrimmerWords();
  const cutting = useCut(media);
  const isBusy = cutting.state.kind === 'making' || cutting.state.kind === 'checking';
  const editing = useEditing(media, { isBusy, onChange: cutting.forget });
  const { player, control, moveTo, show } = editing;
  const saving = useSaving(media, control.segments, cutting.forget);
  const { request, problem } = saving;
  const start = () => request && void cutting.start(request);
  const commit = (which: 'start' | 'end', toMs: number) => {
    moveTo(which, toMs);
    control.settle();
  };
  return (
    <Card
      as="section"
      ref={editing.section}
      tabIndex={-1}
      aria-label={t('trimmer.editHeading')}
      className="trim-open focus:outline-none"
    >
      <EditorHead fileName={media.source.name} onLeave={onLeave} />
      <Preview media={media} player={player} parts={saving.played} note={editing.snapshotNote} />
      {local && player.isBlind && <SendOffer file={local} as="webm" onReady={onConverted} />}
      <fieldset
        disabled={isBusy}
        aria-label={t('trimmer.timeline')}
        className="mt-2 min-w-0 sm:mt-4"
      >
        <TimelineView
          media={media}
          editing={editing}
          parts={saving.plan?.parts ?? []}
          disabled={isBusy}
        />
        <TimeFields
          range={control.selected}
          durationMs={media.durationMs}
          onStart={(toMs) => commit('start', toMs)}
          onEnd={(toMs) => commit('end', toMs)}
          onMark={editing.mark}
        />
        <SegmentList
          control={control}
          plan={saving.plan}
          onSelect={({ startMs }) => show(startMs)}
        />
        <SaveChoices media={media} saving={saving} />
      </fieldset>
      <CutPanel state={cutting.state} onCancel={cutting.cancel} onAgain={start}>
        {problem && (
          <p role="status" className="mb-3 text-sm">
            {t(problem)}
          </p>
        )}
        <Button
          variant="primary"
          size="large"
          wide
          icon={Scissors}
          disabled={request === null}
          onClick={start}
        >
          {t('trimmer.make')}
        </Button>
      </CutPanel>
      <KeysList media={media} list={editing.keys} />
    </Card>
  );
}

type EditorHeadProps = { readonly fileName: string; readonly onLeave: () => void };

/** The heading. */
function EditorHead({ fileName, onLeave }: EditorHeadProps) {
  const { t } = useTrimmerWords();
  return (
    <div className="mb-1 flex items-center justify-between gap-x-4 max-sm:-mt-3 sm:mb-3">
      <h2
        className="line-clamp-2 min-w-0 text-sm [overflow-wrap:anywhere] max-sm:leading-5 sm:text-lg"
        title={fileName}
        dir="auto"
      >
        {fileName}
      </h2>
      <Button variant="quiet" className="-me-3 flex-none" onClick={onLeave}>
        {t('trimmer.another')}
      </Button>
    </div>
  );
}
