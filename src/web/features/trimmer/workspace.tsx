// Opens a chosen file, and shows the editor or the reason why it cannot be trimmed.
import { useEffect, useState } from 'react';
import type { DownloadResult } from '../../../shared/api/download.ts';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { Card } from '../../ui/card.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ACCEPTED_FILES } from './accepted-files.ts';
import { Editor } from './editor.tsx';
import { FailureText } from './failure-text.tsx';
import { type FailureCode, failureOf, type TrimError } from './media/failure.ts';
import { type OpenMedia, openMedia } from './media/open-media.ts';
import { downloadSource, localSource } from './media/trim-source.ts';
import { SendOffer } from './sending/send-offer.tsx';
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
