// "Processing Your Request": phase, progress, speed and remaining time; and the cancel button.
import { ArrowDownToLine, X } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { DownloadState, ShownProgress } from '../../download-client/flow-state.ts';
import { NoticePlace } from '../../notifications/place.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { formatBytes, formatPercent, formatSpan, formatSpeed } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { downloadWork } from './flow/download-work.ts';
import type { Flow } from './flow/flow.ts';
import { savesAutomatically } from './saves-automatically.ts';
import { Section } from './section.tsx';

type ProgressCardProps = {
  readonly flow: Flow;
  readonly download: Extract<DownloadState, { kind: 'running' }>;
  readonly thumbnailUrl: string | null;
};

/** The card. */
export function ProgressCard({ flow, download, thumbnailUrl }: ProgressCardProps) {
  const words = useWords();
  const { t, language } = words;
  const { progress, percent, title, isPressed, savedEtag } = download;
  const phase = progress?.phase ?? 'none';
  const status = t('download.phase', { phase });
  const shownPercent = formatPercent(percent, language);
  const facts = factsOf(progress, words);
  const early = progress?.early;
  const link = useRef<HTMLAnchorElement>(null);
  const toSave = isPressed && early && early.etag !== savedEtag ? early.etag : null;
  useEffect(() => {
    if (toSave !== null && savesAutomatically()) link.current?.click();
  }, [toSave]);
  const workOf = useCallback((spoken: Words) => downloadWork(flow, spoken), [flow]);
  return (
    <Section stage="running" heading={t('download.progressHeading')}>
      <div className="flex flex-wrap gap-5">
        {thumbnailUrl && (
          <img
            src={thumbnailUrl}
            alt=""
            width={160}
            height={90}
            className="h-18 w-32 flex-none rounded-sm bg-sunk object-contain max-sm:hidden"
          />
        )}
        <div className="min-w-0 flex-1 basis-64">
          {title && (
            <p className="truncate text-soft text-sm" dir="auto">
              {title}
            </p>
          )}
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-semibold">{status}</span>
            <span className="font-display text-xl tabular-nums" dir="ltr">
              {shownPercent}
            </span>
          </p>
          <Progress
            className="mt-2"
            label={t('download.progressLabel')}
            value={percent}
            valueText={t('download.announceProgress', { phase: status, percent: shownPercent })}
          />
          <p className="mt-3 text-sm empty:hidden">{noteOf(progress, words)}</p>
        </div>
      </div>
      <dl className="mt-5 grid min-h-12 grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-soft text-xs">{name}</dt>
            <dd className="font-semibold tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft text-sm">
          {t(
            `download.${!early ? 'safeToLeave' : early.etag === savedEtag ? 'savedByItself' : 'savedEarly'}`,
          )}
        </p>
        <span className="flex flex-wrap gap-3 max-sm:w-full">
          {early ? (
            <ButtonLink
              ref={link}
              href={early.downloadUrl}
              download={early.filename}
              variant="primary"
              className="max-sm:w-full"
              icon={ArrowDownToLine}
              onClick={() => flow.saved(early.etag)}
            >
              {t('download.save')}
            </ButtonLink>
          ) : (
            !progress && (
              <Button variant="primary" busy className="max-sm:w-full">
                {t('download.starting')}
              </Button>
            )
          )}
          <Button icon={X} className="max-sm:w-full" onClick={flow.cancel}>
            {t('download.cancel')}
          </Button>
        </span>
      </div>
      <div className="mt-5 empty:hidden">
        <NoticePlace name="download" workOf={workOf} />
      </div>
    </Section>
  );
}

/** Returns what the name of the phase does not say. */
function noteOf(progress: ShownProgress, { t }: Words): string | null {
  if (!progress) return t('download.phaseText', { phase: 'none' });
  if (progress.position) return t('download.queuePosition', { position: progress.position });
  const isAnother = progress.phase === 'fetching' && progress.instead !== undefined;
  return isAnother ? t('download.phaseText', { phase: 'another' }) : null;
}

/** Returns the known figures. */
function factsOf(progress: ShownProgress, { t, language }: Words) {
  if (!progress) return [];
  const { bytes, totalBytes, bytesPerSecond, connections, etaSeconds } = progress;
  const done = formatBytes(bytes, language);
  const total = totalBytes === null ? null : formatBytes(totalBytes, language);
  return [
    bytes > 0 && {
      name: t('download.factTransferred'),
      value: total ? t('download.factBytes', { done, total }) : done,
    },
    bytesPerSecond !== null &&
      bytesPerSecond > 0 && {
        name: t('download.factSpeed'),
        value: formatSpeed(bytesPerSecond, language),
      },
    connections > 0 && { name: t('download.factConnectionsName'), value: String(connections) },
    etaSeconds !== null &&
      etaSeconds > 0 && {
        name: t('download.factLeftName'),
        value: formatSpan(etaSeconds, language),
      },
  ].filter((fact) => fact !== false);
}
