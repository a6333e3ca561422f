// Items of a post or chapters of a video as one ZIP file: its progress, what is missing, and the file to save.
import { ArrowDownToLine, FolderArchive, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ZipAnswer } from '../../../../shared/api/download.ts';
import { now } from '../../../browser/clock.ts';
import { requestJson } from '../../../browser/request.ts';
import { calls } from '../../../download-client/calls.ts';
import { failureOf } from '../../../download-client/failure.ts';
import { failureWords } from '../../../download-client/failure-words.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { AgainButton } from '../../../ui/again.tsx';
import { Button, ButtonLink, type ButtonVariant } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import {
  type Collected,
  type CollectNeeds,
  collectZip,
  type MembersOf,
  type Missing,
} from './collect-zip.ts';

/** Of this day. */
const TIME = { timeStyle: 'short' } as const;

type AsZipProps = MembersOf & {
  readonly label: string;
  readonly hint: string;
  readonly className?: string;
  /** Secondary beside the primary action of a screen. */
  readonly variant?: ButtonVariant;
  readonly onCollecting?: (isCollecting: boolean) => void;
};

/** The button, and what follows it. */
export function AsZip(props: AsZipProps) {
  const { answer, members, label, hint, className, variant = 'primary', onCollecting } = props;
  const { t, language } = useWords();
  const { state, start, cancel } = useCollecting({ answer, members });
  const count = members.length;
  const isRunning = state.kind === 'running';
  useEffect(() => onCollecting?.(isRunning), [onCollecting, isRunning]);
  return (
    <>
      {state.kind === 'ended' && state.missing.length > 0 && (
        <div role="alert" className="rounded-md border border-bad p-3 text-sm">
          <p>
            {state.zip
              ? t('post.zipMissing', { count: state.missing.length })
              : t('post.zipNothing')}
          </p>
          <MissingItems platformName={answer.platformName} missing={state.missing} />
        </div>
      )}
      <div className={className}>
        <p role="status" className="sr-only">
          {isRunning && t('post.zipLabel')}
          {state.kind === 'ended' &&
            state.zip &&
            t('post.zipReady', { count: count - state.missing.length })}
        </p>
        {state.kind === 'running' ? (
          <>
            <p role="status" className="text-sm">
              {state.waitUntil !== undefined &&
                t('post.held', {
                  platform: answer.platformName,
                  time: new Intl.DateTimeFormat(language, TIME).format(state.waitUntil),
                })}
            </p>
            <Running done={state.done} count={count} onCancel={cancel} />
          </>
        ) : state.kind === 'ended' && state.zip ? (
          <Ready zip={state.zip} count={count - state.missing.length} />
        ) : (
          <>
            <p className="mb-2 text-soft text-sm">{hint}</p>
            {state.kind === 'none' ? (
              <Button variant={variant} size="large" wide icon={FolderArchive} onClick={start}>
                {label}
              </Button>
            ) : (
              <AgainButton
                variant={variant}
                size="large"
                wide
                waitSeconds={waitOf(state.missing)}
                onAgain={start}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

/** The longest wait that the server asked for. */
function waitOf(missing: readonly Missing[]): number | null {
  const waits = missing.map(({ failure }) => nextStepOf(failure).waitSeconds ?? 0);
  return Math.max(...waits, 0) || null;
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
      <p className="font-semibold tabular-nums">{text}</p>
      <Progress
        className="mt-2"
        label={t('post.zipLabel')}
        value={(100 * done) / count}
        valueText={text}
      />
      <Button ref={cancel} icon={X} className="mt-3 max-sm:w-full" onClick={onCancel}>
        {t('download.cancel')}
      </Button>
    </>
  );
}

type ReadyProps = { readonly zip: ZipAnswer; readonly count: number };

function Ready({ zip, count }: ReadyProps) {
  const { t, language } = useWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.focus({ preventScroll: true });
    // Phones require a fresh tap.
    if (!matchMedia('(pointer: coarse)').matches) link.current?.click();
  }, []);
  return (
    <>
      <p className="font-semibold">{t('post.zipReady', { count })}</p>
      <p className="mt-1 mb-3 truncate text-soft text-sm" dir="auto">
        {zip.filename}
      </p>
      <ButtonLink
        ref={link}
        href={zip.downloadUrl}
        download={zip.filename}
        variant="primary"
        size="large"
        wide
        icon={ArrowDownToLine}
      >
        {t('post.zipSave', { size: formatBytes(zip.bytes, language) })}
      </ButtonLink>
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
      {missing.map(({ member, failure }) => (
        <li key={member.id}>
          {member.name}
          {': '}
          {failureWords(failure, platformName, t)}
        </li>
      ))}
    </ul>
  );
}

/** Nothing yet, so many items done, or the end. */
type CollectingState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly done: number; readonly waitUntil?: number | undefined }
  | ({ readonly kind: 'ended' } & Collected);

/** Collects the members; ends when this part of the page goes. */
function useCollecting(of: MembersOf) {
  const { code } = useWords();
  const [state, setState] = useState<CollectingState>({ kind: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const own = new AbortController();
    running.current = own;
    setState({ kind: 'running', done: 0 });
    const report = (done: number, waitUntil?: number) => {
      if (!own.signal.aborted) setState({ kind: 'running', done, waitUntil });
    };
    try {
      const collected = await collectZip(NEEDS, { ...of, language: code }, own.signal, report);
      if (!own.signal.aborted) setState({ kind: 'ended', ...collected });
    } catch (error) {
      if (own.signal.aborted) return;
      const missing = of.members.map((member) => ({ member, failure: failureOf(error) }));
      setState({ kind: 'ended', zip: null, missing });
    }
  };
  return {
    state,
    start: () => void start(),
    cancel: () => {
      running.current?.abort();
      setState({ kind: 'none' });
    },
  };
}

const NEEDS: CollectNeeds = {
  calls: {
    ...calls,
    zip: (body) => requestJson('/api/zip', { method: 'POST', body }),
  },
  now,
  pause: (ms, signal) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
      signal.addEventListener('abort', () => resolve());
    }),
  log: (what, error) => console.warn(what, error),
};
