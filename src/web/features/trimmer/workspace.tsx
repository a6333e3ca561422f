// Opens a chosen file, and shows the editor or the reason why it cannot be trimmed.
import { CirclePlus, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DownloadResult } from '../../../shared/api/download.ts';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ACCEPTED_FILES } from './accepted-files.ts';
import { FailureText } from './failure-text.tsx';
import { type FailureCode, failureOf, type TrimError } from './media/failure.ts';
import { type OpenMedia, openMedia } from './media/open-media.ts';
import { downloadSource, localSource } from './media/trim-source.ts';
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
import './trimmer.css';

/** What is opened: a file of this device, or the file of a finished download. */
export type ChosenFile =
  | { readonly kind: 'local'; readonly file: File }
  | { readonly kind: 'download'; readonly result: DownloadResult };

type WorkspaceProps = {
  readonly file: ChosenFile;
  readonly onChoose: (file: File) => void;
  /** Called with what the server made of a file that this browser cannot read. */
  readonly onConverted: (result: DownloadResult) => void;
  readonly onLeave: () => void;
};

type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly media: OpenMedia }
  | { readonly kind: 'failed'; readonly error: TrimError };

/** The server may read what this browser cannot. */
const CONVERTIBLE: readonly FailureCode[] = ['noMedia', 'codec'];

/** The workspace of one file; use the file as `key`. */
export function Workspace({ file, onChoose, onConverted, onLeave }: WorkspaceProps) {
  const { t } = useTrimmerWords();
  const opening = useOpening(file);
  useFileDrop(onChoose);
  if (opening.kind === 'open')
    return (
      <Editor
        media={opening.media}
        local={file.kind === 'local' ? file.file : null}
        onConverted={onConverted}
        onLeave={onLeave}
      />
    );
  if (opening.kind === 'opening')
    return (
      <Card className="trim-open">
        <p role="status">{t('trimmer.opening')}</p>
        <Skeleton className="mt-4 aspect-video w-full" />
      </Card>
    );
  return (
    <Card as="section" tone="bad" aria-label={t('trimmer.failedHeading')}>
      <h2 className="text-xl">{t('trimmer.failedHeading')}</h2>
      <p className="mt-1 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
        {file.kind === 'local' ? file.file.name : file.result.filename}
      </p>
      <FailureText error={opening.error} />
      {file.kind === 'local' && CONVERTIBLE.includes(opening.error.code) && (
        <SendOffer
          file={file.file}
          as={file.file.type.startsWith('audio/') ? 'mp3' : 'mp4'}
          onReady={onConverted}
        />
      )}
      <p className="mt-5">
        <FileButton accept={ACCEPTED_FILES} buttonClass="btn-primary" onChoose={onChoose}>
          {t('trimmer.another')}
        </FileButton>
      </p>
    </Card>
  );
}

function useOpening(file: ChosenFile): Opening {
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });
  useEffect(() => {
    let isWanted = true;
    let media: OpenMedia | null = null;
    const open = async () => {
      try {
        const opened = await openMedia(
          file.kind === 'local' ? localSource(file.file) : downloadSource(file.result),
        );
        if (!isWanted) return opened.dispose();
        media = opened;
        setOpening({ kind: 'open', media: opened });
      } catch (error) {
        if (isWanted) setOpening({ kind: 'failed', error: failureOf(error) });
      }
    };
    void open();
    return () => {
      isWanted = false;
      media?.dispose();
    };
  }, [file]);
  return opening;
}

type EditorProps = {
  readonly media: OpenMedia;
  /** The file of this device; null for one on the server. */
  readonly local: File | null;
  readonly onConverted: (result: DownloadResult) => void;
  readonly onLeave: () => void;
};

/** The editor of an open file. Finished files stay while their parts are changed, until others are made. */
function Editor({ media, local, onConverted, onLeave }: EditorProps) {
  const { t } = useTrimmerWords();
  const cutting = useCut(media);
  const isBusy = cutting.state.kind === 'making' || cutting.state.kind === 'checking';
  const editing = useEditing(media, { isBusy, onChange: cutting.outdate });
  const { player, control, moveTo, show } = editing;
  const saving = useSaving(media, control, cutting.outdate);
  const { request, problem } = saving;
  const start = () => request && void cutting.start(request);
  const another = { kind: 'another', atMs: player.positionMs } as const;
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
        className="mt-2 min-w-0 roomy:mt-4"
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
          original={media.source.name}
          onSelect={({ startMs }) => show(startMs)}
        />
        <Button
          icon={CirclePlus}
          className="mt-4 max-sm:w-full"
          disabled={!control.can(another)}
          onClick={() => show(control.change(another).startMs)}
        >
          {t('trimmer.anotherCut')}
        </Button>
        <SaveChoices media={media} saving={saving} />
      </fieldset>
      <CutPanel cutting={cutting} original={media.source.name} onStart={start}>
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
