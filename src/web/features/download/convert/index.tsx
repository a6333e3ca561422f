// Converting a finished download: what to convert to, then the progress, then the file or the failure. A chunk of its own, loaded
// when its button is pressed.
import { ArrowDownToLine, RefreshCw, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import type { Failure } from '../../../download-client/failure.ts';
import type { ShownProgress } from '../../../download-client/flow-state.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { AgainButton } from '../../../ui/again.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { formatBytes, formatLength, formatPercent } from '../../../words/figures.ts';
import { MoreWords, useWords } from '../../../words/words.tsx';
import type { EditTools } from '../flow/flow.ts';
import { PhoneSavePlace } from '../phone-save/place.tsx';
import {
  type Choice,
  EVERYWHERE,
  FITS,
  firstChoice,
  formatsFor,
  isAudio,
  isTooLargeForMessengers,
  keepsSound,
  MB,
  MESSENGER_MEGABYTES,
  nameOf,
  RATES,
  requestFor,
  SIZES,
  withFormat,
} from './choices.ts';
import { createEditJob, type EditJob, type EditState } from './edit-job.ts';

/** The panel for one file; starts anew for another one. Suspends until its messages are loaded. */
export function Convert(props: ConvertPanelProps) {
  return (
    <MoreWords group="convert">
      <ConvertPanel key={`${props.job} ${props.everywhere}`} {...props} />
    </MoreWords>
  );
}

/** `result` is the file of the finished download `job`; `explain` gives the words of a failure. */
type ConvertPanelProps = {
  /** Begins at once, with an MP4 that plays everywhere. */
  readonly everywhere: boolean;
  readonly job: string;
  readonly result: DownloadResult;
  readonly tools: EditTools;
  readonly explain: (failure: Failure) => string;
};

function ConvertPanel(props: ConvertPanelProps) {
  const { everywhere, job, result, tools, explain } = props;
  const { t } = useWords();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [choice, setChoice] = useState(() => firstChoice(result));
  const [state, setState] = useState<EditState>({ kind: 'none' });
  const edit = useEditJob(tools, setState);
  const start = (chosen: Choice) => {
    setChoice(chosen);
    void edit.start(requestFor(job, chosen));
  };
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the button for it was pressed.
  useEffect(() => {
    if (everywhere) start(EVERYWHERE);
  }, []);
  const isRunning = state.kind === 'running';
  return (
    <section aria-labelledby={headingId} className="mt-6 border-line border-t pt-5">
      <h3 id={headingId} ref={heading} tabIndex={-1} className="text-lg focus:outline-none">
        {t('convert.heading')}
      </h3>
      <fieldset disabled={isRunning} className="min-w-0" aria-labelledby={headingId}>
        <Options choice={choice} result={result} onChange={setChoice} />
        {!isRunning && (
          <div className="mt-5 flex flex-wrap gap-3">
            <Button icon={RefreshCw} className="max-sm:w-full" onClick={() => start(choice)}>
              {t('convert.start', { format: nameOf(choice.format) })}
            </Button>
            {isTooLargeForMessengers(result) && (
              <Button
                onClick={() =>
                  start({ ...choice, format: 'mp4', size: 'fit', megabytes: MESSENGER_MEGABYTES })
                }
              >
                {t('convert.messenger')}
              </Button>
            )}
          </div>
        )}
      </fieldset>
      <Outcome
        state={state}
        explain={explain}
        onCancel={edit.cancel}
        onAgain={() => start(choice)}
      />
    </section>
  );
}

/** The conversion of this panel; left alone when the panel goes. */
function useEditJob(tools: EditTools, show: (state: EditState) => void): EditJob {
  const [edit] = useState(() => createEditJob(tools, show));
  useEffect(() => edit.close, [edit]);
  return edit;
}

type OptionsProps = {
  readonly choice: Choice;
  readonly result: DownloadResult;
  readonly onChange: (choice: Choice) => void;
};

function Options({ choice, result, onChange }: OptionsProps) {
  const { t, language } = useWords();
  return (
    <div className="mt-4 grid gap-5">
      <div>
        <SegmentedControl
          label={t('convert.format')}
          value={choice.format}
          onChange={(format) => onChange(withFormat(choice, format, result))}
          options={formatsFor(result).map((format) => ({ value: format, label: nameOf(format) }))}
        />
        <p className="mt-2 text-soft text-sm" role="status">
          {t(`convert.${choice.format}`)}
        </p>
      </div>
      {isAudio(choice.format) ? (
        <SelectField
          label={t('convert.rate')}
          className="sm:w-64"
          value={String(choice.rate)}
          onChange={(rate) =>
            onChange({ ...choice, rate: RATES.find((one) => String(one) === rate) ?? 'same' })
          }
          options={[
            ...(keepsSound(result, choice.format)
              ? [{ value: 'same', label: t('convert.rateSame') }]
              : []),
            ...RATES.map((rate) => ({ value: String(rate), label: t('convert.kbps', { rate }) })),
          ]}
        />
      ) : (
        <SegmentedControl
          label={t('convert.size')}
          value={choice.size}
          onChange={(size) => onChange({ ...choice, size })}
          options={SIZES.map((size) => ({ value: size, label: t(`convert.${size}`) }))}
        />
      )}
      {!isAudio(choice.format) && choice.size === 'fit' && (
        <SelectField
          label={t('convert.fitLabel')}
          className="sm:w-64"
          value={String(choice.megabytes)}
          onChange={(megabytes) =>
            onChange({
              ...choice,
              megabytes: FITS.find((one) => String(one) === megabytes) ?? choice.megabytes,
            })
          }
          options={FITS.map((megabytes) => ({
            value: String(megabytes),
            label: formatBytes(megabytes * MB, language),
          }))}
        />
      )}
    </div>
  );
}

type OutcomeProps = {
  readonly state: EditState;
  readonly explain: (failure: Failure) => string;
  readonly onCancel: () => void;
  readonly onAgain: () => void;
};

/** A running conversion with its progress, and its end: the file to save, or why there is none. Announced to screen readers. */
function Outcome({ state, explain, onCancel, onAgain }: OutcomeProps) {
  const { t } = useWords();
  return (
    <div className="mt-5">
      <p role="status" className="sr-only">
        {state.kind === 'running' && t('convert.running')}
        {state.kind === 'ready' && t('convert.ready')}
      </p>
      {state.kind === 'running' && <Running progress={state.progress} onCancel={onCancel} />}
      {state.kind === 'ready' && <Ready result={state.result} />}
      {(state.kind === 'failed' || state.kind === 'refused') && (
        <div role="alert" className="rounded-md border border-bad p-4">
          <p className="max-w-prose">
            {state.kind === 'failed'
              ? explain(state.failure)
              : t(`convert.${state.code}`, { megabytes: 0, ...state.params })}
          </p>
          <AgainButton
            className="mt-4"
            waitSeconds={state.kind === 'failed' ? nextStepOf(state.failure).waitSeconds : null}
            onAgain={onAgain}
          />
        </div>
      )}
    </div>
  );
}

function Running(props: { readonly progress: ShownProgress; readonly onCancel: () => void }) {
  const { progress, onCancel } = props;
  const { t, language } = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  // The focused button is removed: moves the focus to the next one.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const percent = progress?.percent ?? 0;
  const status = t('download.phase', { phase: progress?.phase ?? 'making' });
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{status}</span>
        <span className="font-display text-xl tabular-nums" dir="ltr">
          {formatPercent(percent, language)}
        </span>
      </p>
      <Progress className="mt-2" label={t('convert.running')} value={progress ? percent : null} />
      {progress?.position && (
        <p className="mt-3 text-sm">
          {t('download.queuePosition', { position: progress.position })}
        </p>
      )}
      <Button ref={cancel} icon={X} className="mt-4 max-sm:w-full" onClick={onCancel}>
        {t('download.cancel')}
      </Button>
    </div>
  );
}

function Ready({ result }: { readonly result: DownloadResult }) {
  const { t, language } = useWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  const { receipt } = result;
  const facts = [
    result.format.toUpperCase(),
    receipt.picture && `${receipt.picture.width} × ${receipt.picture.height}`,
    receipt.durationSeconds === null ? null : formatLength(receipt.durationSeconds),
    formatBytes(receipt.bytes, language),
  ].filter((fact) => fact !== null);
  return (
    <div className="rounded-md border border-good p-4">
      <h4 className="font-semibold">{t('convert.ready')}</h4>
      <p className="mt-1 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
        {result.filename}
      </p>
      <p className="mt-1 text-sm tabular-nums">
        <bdi>{facts.join(' · ')}</bdi>
      </p>
      {receipt.sounds && <p className="mt-1 text-sm">{t('convert.sounds', receipt.sounds)}</p>}
      <ButtonLink
        ref={link}
        href={result.downloadUrl}
        download={result.filename}
        variant="primary"
        className="mt-4 max-sm:w-full"
        icon={ArrowDownToLine}
      >
        {t('download.save')}
      </ButtonLink>
      {/* Its link says that it has gone. */}
      <PhoneSavePlace key={result.downloadUrl} result={result} onGone={() => undefined} />
    </div>
  );
}
