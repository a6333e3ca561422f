// The trimmer: a file picker, or the finished download that the address names; the editor is loaded once there is a file.
import { FolderOpen, RotateCcw } from 'lucide-react';
import { Suspense, useEffect, useId, useState } from 'react';
import { keepsCookies } from '../../browser/cookies.ts';
import { useFileDrop } from '../../browser/use-file-drop.ts';
import { laterPart } from '../../page/later-part.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { ACCEPTED_FILES } from './accepted-files.ts';
import { type AskedJob, findJob, readAskedJob } from './asked-job.ts';
import { useTrimmerWords } from './use-trimmer-words.ts';
import type { ChosenFile } from './workspace.tsx';

const Workspace = laterPart(
  () => import('./workspace.tsx').then((part) => part.Workspace),
  WorkspaceMissing,
);

/** The server gives a download only to the browser that has its cookie. */
const CookiesOff = laterPart(() =>
  import('../../frame/cookies-off.tsx').then((it) => it.CookiesOff),
);

type Chosen = { readonly file: ChosenFile; readonly number: number };

/** The trimmer. It works entirely in the browser; the page provides the heading. */
export function Trimmer() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [missing, setMissing] = useState<Exclude<AskedJob, { kind: 'found' }> | 'asking' | null>(
    null,
  );
  const open = (file: ChosenFile) => {
    setMissing(null);
    setChosen((last) => ({ file, number: (last?.number ?? 0) + 1 }));
  };
  const choose = (file: File) => open({ kind: 'local', file });
  useEffect(() => {
    const id = readAskedJob(location.search);
    if (id === null) return;
    const leaving = new AbortController();
    setMissing('asking');
    findJob(id, leaving.signal).then(
      (asked) => {
        if (asked.kind !== 'found') return setMissing(asked);
        setMissing(null);
        setChosen({ file: { kind: 'download', result: asked.job.result }, number: 0 });
      },
      () => undefined, // left
    );
    return () => leaving.abort();
  }, []);
  if (missing === 'asking') return <Skeleton className="h-96 w-full rounded-lg" />;
  if (!chosen)
    return (
      <>
        {missing &&
          (keepsCookies() ? (
            <JobMissing missing={missing} />
          ) : (
            <Suspense>
              <CookiesOff />
            </Suspense>
          ))}
        <FilePicker onChoose={choose} />
      </>
    );
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
      <Workspace
        key={chosen.number}
        file={chosen.file}
        onChoose={choose}
        onConverted={(result) => open({ kind: 'download', result })}
        onLeave={() => setChosen(null)}
      />
    </Suspense>
  );
}

type JobMissingProps = { readonly missing: Exclude<AskedJob, { kind: 'found' }> };

/** The note, with a way to make the file again if its link is known. */
function JobMissing({ missing }: JobMissingProps) {
  const { t } = useTrimmerWords();
  const { code } = useWords();
  const url = missing.kind === 'gone' ? missing.url : null;
  return (
    <Card as="section" tone="bad" className="mb-4" aria-label={t('trimmer.failedHeading')}>
      <p role="alert" className="max-w-prose">
        {missing.kind === 'gone' ? t('trimmer.jobGone') : t('trimmer.jobFailed')}
      </p>
      {url !== null && (
        <p className="mt-4">
          <ButtonLink
            variant="primary"
            icon={RotateCcw}
            href={`${languageOf(code).prefix}/?u=${encodeURIComponent(url)}`}
          >
            {t('trimmer.makeAgain')}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

/** The card. */
function WorkspaceMissing() {
  const { t } = useTrimmerWords();
  const page = useWords();
  return (
    <Card as="section" tone="bad" role="alert" aria-label={t('trimmer.partMissingHeading')}>
      <h2 className="text-xl">{t('trimmer.partMissingHeading')}</h2>
      <p className="mt-2 max-w-prose">{page.t('ui.partMissing')}</p>
      <Button
        variant="primary"
        icon={RotateCcw}
        className="mt-5"
        onClick={() => window.location.reload()}
      >
        {t('trimmer.reload')}
      </Button>
    </Card>
  );
}

type FilePickerProps = { readonly onChoose: (file: File) => void };

/** Chooses a file by dialog or drop; the only prerendered part of the trimmer. */
function FilePicker({ onChoose }: FilePickerProps) {
  const { t } = useTrimmerWords();
  const headingId = useId();
  const isOver = useFileDrop(onChoose);
  return (
    <Card
      as="section"
      aria-labelledby={headingId}
      className="border-edge border-dashed py-10 text-center roomy:py-16"
    >
      <Icon of={FolderOpen} size="large" className="mx-auto text-signal-ink" />
      <h2 id={headingId} className="mt-3 text-xl">
        {isOver ? t('trimmer.dropHere') : t('trimmer.chooseHeading')}
      </h2>
      <p className="mx-auto mt-2 max-w-prose text-soft">{t('trimmer.chooseText')}</p>
      <p className="mt-6">
        <FileButton
          accept={ACCEPTED_FILES}
          buttonClass="btn-primary btn-large max-sm:w-full"
          onChoose={onChoose}
        >
          {t('trimmer.choose')}
        </FileButton>
      </p>
      <p className="mt-4 text-soft text-xs" dir="ltr">
        {t('trimmer.chooseFormats')}
      </p>
    </Card>
  );
}
