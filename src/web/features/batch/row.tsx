// A row of the queue: the post, what to make of it, how far it is, and what can be done.
import { ArrowDownToLine, RotateCcw, Scissors, Trash2, X } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { nameOfRange } from '../../cutting/part.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import { PlatformMark } from '../../platform-marks/platform-mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { formatBytes, formatLength, formatPercent } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import type { Batch } from './batch.ts';
import type { BatchChoice, BatchRow } from './batch-state.ts';
import { RowPart } from './row-part.tsx';

/** The options of a row's field; null is the choice for all. */
const ROW_CHOICES = [
  { value: 'all', choice: null },
  { value: 'mp4-high', choice: { format: 'mp4', quality: 'high' } },
  { value: 'mp4-medium', choice: { format: 'mp4', quality: 'medium' } },
  { value: 'mp4-low', choice: { format: 'mp4', quality: 'low' } },
  { value: 'mp3', choice: { format: 'mp3', quality: 'high' } },
] as const satisfies readonly { readonly value: string; readonly choice: BatchChoice | null }[];

function rowChoiceOf(choice: BatchChoice | null): (typeof ROW_CHOICES)[number]['value'] {
  if (!choice) return 'all';
  return choice.format === 'mp3' ? 'mp3' : `mp4-${choice.quality}`;
}

type RowProps = {
  readonly row: BatchRow;
  readonly batch: Batch;
  /** The one for all. */
  readonly choice: BatchChoice;
  /** Until when its platform is not tried, in epoch milliseconds. */
  readonly waitsUntil: number | undefined;
};

/** Rendered again only when it changes. */
export const Row = memo(function Row({ row, batch, choice, waitsUntil }: RowProps) {
  const { t } = useWords();
  const partId = useId();
  const [isCutting, setIsCutting] = useState(false);
  const { preview, state, url, platform } = row;
  const name = preview?.title || url;
  const isOpen = state.kind === 'starting' || state.kind === 'open';
  const canChoose = !isOpen && state.kind !== 'ready';
  const canCut = canChoose && preview?.hasParts === true;
  return (
    <li className="batch-row" tabIndex={-1}>
      <Picture row={row} />
      <div className="min-w-0">
        <p
          className="line-clamp-2 font-semibold [overflow-wrap:anywhere]"
          dir={preview ? 'auto' : 'ltr'}
        >
          {name}
        </p>
        <p className="truncate text-soft text-xs" dir="auto">
          {[PLATFORMS[platform].label, preview?.author].filter(Boolean).join(' · ')}
        </p>
        {preview && preview.itemCount > 1 && (
          <p className="text-soft text-xs">{t('batch.postItems', { count: preview.itemCount })}</p>
        )}
        <PartNote row={row} />
        <Status row={row} name={name} waitsUntil={waitsUntil} />
      </div>
      <div className="batch-actions">
        {canChoose && (
          <SelectField
            label={t('batch.rowChoice', { title: name })}
            labelHidden
            value={rowChoiceOf(row.choice)}
            options={ROW_CHOICES.map(({ value, choice }) => ({
              value,
              label: !choice
                ? t('batch.asForAll')
                : choice.format === 'mp3'
                  ? 'MP3'
                  : `MP4 · ${t(`download.${choice.quality}`)}`,
            }))}
            onChange={(value) =>
              batch.choose(row.key, ROW_CHOICES.find((one) => one.value === value)?.choice ?? null)
            }
          />
        )}
        {canCut && (
          <IconButton
            icon={Scissors}
            label={t('batch.partOf', { title: name })}
            aria-expanded={isCutting}
            aria-controls={partId}
            onClick={() => setIsCutting(!isCutting)}
          />
        )}
        {state.kind === 'ready' && (
          <ButtonLink
            icon={ArrowDownToLine}
            href={state.result.downloadUrl}
            download={state.result.filename}
            aria-label={t('batch.saveNamed', { title: name })}
          >
            {t('batch.save')}
          </ButtonLink>
        )}
        {(state.kind === 'failed' || state.kind === 'cancelled' || state.kind === 'expired') && (
          <IconButton
            icon={RotateCcw}
            label={t('batch.retryNamed', { title: name })}
            onClick={() => batch.retry([row.key])}
          />
        )}
        {isOpen ? (
          <IconButton
            icon={X}
            label={t('batch.cancelNamed', { title: name })}
            onClick={() => batch.cancel([row.key])}
          />
        ) : (
          <IconButton
            icon={Trash2}
            label={t('batch.removeNamed', { title: name })}
            onClick={() => batch.remove(row.key)}
          />
        )}
      </div>
      {canCut && isCutting && (
        <div id={partId} className="batch-part">
          <RowPart row={row} batch={batch} choice={choice} />
        </div>
      )}
    </li>
  );
});

function PartNote({ row: { part, isPartWrong } }: { readonly row: BatchRow }) {
  const { t } = useWords();
  return (
    <>
      {part && (
        <p className="text-sm tabular-nums">
          <Scissors aria-hidden="true" className="me-1 inline size-4" />
          <bdi dir="ltr">{nameOfPart(part)}</bdi>
        </p>
      )}
      {isPartWrong && <p className="mt-1 text-bad text-sm">{t('batch.partWrong')}</p>}
    </>
  );
}

function nameOfPart({ from = 0, to = from }: NonNullable<BatchRow['part']>): string {
  return nameOfRange({ startMs: from * 1000, endMs: to * 1000 });
}

function Picture({ row: { preview, platform } }: { readonly row: BatchRow }) {
  const [broken, setBroken] = useState<string | null>(null);
  const url = preview?.thumbnailUrl ?? null;
  const length = preview?.durationSeconds ?? null;
  return (
    <div className="batch-picture">
      {url !== null && url !== broken ? (
        <img
          src={url}
          alt=""
          width={160}
          height={90}
          loading="lazy"
          onError={() => setBroken(url)}
        />
      ) : (
        <PlatformMark platform={platform} />
      )}
      {length !== null && (
        <span className="batch-length" dir="ltr">
          {formatLength(length)}
        </span>
      )}
    </div>
  );
}

type StatusProps = Pick<RowProps, 'row' | 'waitsUntil'> & { readonly name: string };

function Status({ row, name, waitsUntil }: StatusProps) {
  const { t, language } = useWords();
  const { state } = row;
  switch (state.kind) {
    case 'waiting':
      return waitsUntil === undefined ? null : (
        <p className="mt-1 text-soft text-sm">
          {t('batch.waits', {
            platform: PLATFORMS[row.platform].label,
            time: new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(waitsUntil),
          })}
        </p>
      );
    case 'starting':
      return <p className="mt-1 text-sm">{t('batch.starting')}</p>;
    case 'open': {
      const { phase = 'none', percent = 0 } = state.progress ?? {};
      const text = t('download.phase', { phase });
      const shown = formatPercent(percent, language);
      return (
        <>
          <p className="mt-1 flex justify-between gap-4 text-sm">
            <span>{text}</span>
            <span className="tabular-nums" dir="ltr">
              {shown}
            </span>
          </p>
          <Progress
            className="mt-1"
            label={t('batch.rowProgress', { title: name })}
            value={percent}
            valueText={t('download.announceProgress', { phase: text, percent: shown })}
          />
        </>
      );
    }
    case 'ready':
      return (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
          <Badge tone="good">{t('batch.ready')}</Badge>
          <span className="text-soft tabular-nums" dir="ltr">
            {[
              state.result.format.toUpperCase(),
              formatBytes(state.result.receipt.bytes, language),
            ].join(' · ')}
          </span>
        </p>
      );
    case 'failed':
      return (
        <p className="mt-1 text-bad text-sm">
          {failureWords(state.failure, PLATFORMS[row.platform].label, t)}
        </p>
      );
    case 'cancelled':
      return <p className="mt-1 text-soft text-sm">{t('batch.cancelled')}</p>;
    case 'expired':
      return <p className="mt-1 text-soft text-sm">{t('batch.gone')}</p>;
  }
}
