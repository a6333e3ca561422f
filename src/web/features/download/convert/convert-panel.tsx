// The panel: what to convert to, then the progress, then the file or the failure.
import { RefreshCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import type { Failure } from '../../../download-client/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { formatBytes } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { EditTools } from '../flow/flow.ts';
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
import { Outcome } from './outcome.tsx';

/** `result` is the file of the finished download `job`; `explain` gives the words of a failure. */
export type ConvertPanelProps = {
  /** Begins at once, with an MP4 that plays everywhere. */
  readonly everywhere: boolean;
  readonly job: string;
  readonly result: DownloadResult;
  readonly tools: EditTools;
  readonly explain: (failure: Failure) => string;
};

/** The panel. */
export function ConvertPanel(props: ConvertPanelProps) {
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
            <Button variant="primary" icon={RefreshCw} onClick={() => start(choice)}>
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
