// All items of a post as one ZIP file: its progress, what is missing, and the file to save.
import { ArrowDownToLine, FolderArchive, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { formatBytes } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { failureWords } from '../download/failure/failure-words.ts';
import type { Collected, Missing } from './collect-post.ts';
import { useCollecting } from './use-collecting.ts';

type AsZipProps = Parameters<typeof useCollecting>[0];

/** The button, and what follows it. */
export function AsZip(props: AsZipProps) {
  const { t } = useWords();
  const { state, start, cancel } = useCollecting(props);
  const { answer } = props;
  const count = answer.items.length;
  return (
    <div className="rounded-md border border-line p-4">
      <h4 className="font-semibold">{t('post.zipAll', { count })}</h4>
      <p className="mt-1 text-soft text-sm">{t('post.zipHint')}</p>
      <p role="status" className="sr-only">
        {state.kind === 'running' && t('post.zipLabel')}
        {state.kind === 'ended' &&
          state.zip &&
          t('post.zipReady', { count: count - state.missing.length })}
      </p>
      {state.kind === 'running' && <Running done={state.done} count={count} onCancel={cancel} />}
      {state.kind === 'ended' && <Ended answer={answer} collected={state} />}
      {state.kind !== 'running' && !(state.kind === 'ended' && state.zip) && (
        <Button icon={FolderArchive} className="mt-4 max-sm:w-full" onClick={start}>
          {state.kind === 'none' ? t('post.zipAll', { count }) : t('download.tryAgain')}
        </Button>
      )}
    </div>
  );
}

type RunningProps = {
  readonly done: number;
  readonly count: number;
  readonly onCancel: () => void;
};

function Running({ done, count, onCancel }: RunningProps) {
  const { t } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  // The focused button is removed: moves the focus to the next one.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const text = t('post.zipProgress', { done, count });
  return (
    <>
      <p className="mt-3 font-semibold tabular-nums">{text}</p>
      <Progress
        className="mt-2"
        label={t('post.zipLabel')}
        value={(100 * done) / count}
        valueText={text}
      />
      <Button ref={cancel} icon={X} className="mt-4 max-sm:w-full" onClick={onCancel}>
        {t('download.cancel')}
      </Button>
    </>
  );
}

type EndedProps = { readonly answer: InspectAnswer; readonly collected: Collected };

function Ended({ answer, collected }: EndedProps) {
  const { t, language } = useWords();
  const { zip, missing } = collected;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.focus({ preventScroll: true });
    // Phones require a fresh tap.
    if (!matchMedia('(pointer: coarse)').matches) link.current?.click();
  }, []);
  return (
    <>
      {missing.length > 0 && (
        <div role="alert" className="mt-3 rounded-md border border-bad p-3 text-sm">
          <p>{zip ? t('post.zipMissing', { count: missing.length }) : t('post.zipNothing')}</p>
          <MissingItems platformName={answer.platformName} missing={missing} />
        </div>
      )}
      {zip && (
        <>
          <p className="mt-3 font-semibold">
            {t('post.zipReady', { count: answer.items.length - missing.length })}
          </p>
          <p className="mt-1 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
            {zip.filename}
          </p>
          <ButtonLink
            ref={link}
            href={zip.downloadUrl}
            download={zip.filename}
            variant="primary"
            className="mt-4 max-sm:w-full"
            icon={ArrowDownToLine}
          >
            {t('post.zipSave', { size: formatBytes(zip.bytes, language) })}
          </ButtonLink>
        </>
      )}
    </>
  );
}

type MissingItemsProps = {
  readonly platformName: string;
  readonly missing: readonly Missing[];
};

function MissingItems({ platformName, missing }: MissingItemsProps) {
  const { t } = useWords();
  return (
    <ul className="mt-2 list-disc ps-5">
      {missing.map(({ item, failure }) => (
        <li key={item.id}>
          {t('download.item', { kind: item.kind, index: item.index })}
          {': '}
          {failureWords(failure, platformName, t)}
        </li>
      ))}
    </ul>
  );
}
