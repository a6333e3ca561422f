// All open downloads, without titles, links or visitors, and a button to cancel each.
import { CircleStop } from 'lucide-react';
import type { RunningJob, RunningJobsAnswer } from '../../../shared/api/cockpit.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { formatBytes, formatPercent, formatSpan, formatSpeed } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { useOperatorCall, useOperatorData } from '../shell/operator-data.ts';
import { ViewState } from '../shell/view-state.tsx';
import { Block } from './block.tsx';

const EVERY_MS = 3000;

const PHASES = {
  queued: 'cockpit.phaseQueued',
  inspecting: 'cockpit.phaseInspecting',
  fetching: 'cockpit.phaseFetching',
  making: 'cockpit.phaseMaking',
  checking: 'cockpit.phaseChecking',
} as const;

/** The table. */
export function Jobs() {
  const { t, language } = useWords();
  const query = useOperatorData<RunningJobsAnswer>('/api/admin/jobs', EVERY_MS);
  const cancel = useOperatorCall(t('cockpit.cancelFailed'), ['/api/admin/jobs']);
  const columns: readonly Column<RunningJob>[] = [
    {
      key: 'platform',
      head: t('cockpit.platform'),
      isRowHead: true,
      cell: ({ platform }) => labelOf(platform, t),
    },
    {
      key: 'phase',
      head: t('cockpit.phase'),
      cell: ({ phase, position }) => {
        if (position !== null) return t('cockpit.phasePosition', { position });
        return isPhase(phase) ? t(PHASES[phase]) : phase;
      },
    },
    {
      key: 'percent',
      head: t('cockpit.progress'),
      align: 'end',
      cell: ({ percent }) => <bdi>{formatPercent(percent, language)}</bdi>,
    },
    {
      key: 'bytes',
      head: t('cockpit.size'),
      align: 'end',
      cell: ({ bytes, totalBytes }) => <bdi>{formatBytes(totalBytes ?? bytes, language)}</bdi>,
    },
    {
      key: 'speed',
      head: t('cockpit.speed'),
      align: 'end',
      cell: ({ bytesPerSecond }) =>
        bytesPerSecond === null ? '–' : <bdi>{formatSpeed(bytesPerSecond, language)}</bdi>,
    },
    {
      key: 'since',
      head: t('cockpit.since'),
      align: 'end',
      cell: ({ sinceSeconds }) => <bdi>{formatSpan(sinceSeconds, language)}</bdi>,
    },
    {
      key: 'cancel',
      head: t('cockpit.actions'),
      plain: true,
      cell: ({ id, platform }) => (
        <Button
          icon={CircleStop}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ method: 'POST', path: `/api/admin/jobs/${id}/cancel` })}
        >
          {t('cockpit.cancelJob')} <span className="sr-only">{labelOf(platform, t)}</span>
        </Button>
      ),
    },
  ];
  return (
    <Block heading={t('cockpit.jobs')}>
      <ViewState query={query}>
        {({ jobs, total }) =>
          total === 0 ? (
            <p className="text-soft">{t('cockpit.noJobs')}</p>
          ) : (
            <Table
              caption={t('cockpit.jobs')}
              className="cockpit-table"
              columns={columns}
              rows={jobs}
              rowKey={({ id }) => id}
            />
          )
        }
      </ViewState>
    </Block>
  );
}

function isPhase(phase: string): phase is keyof typeof PHASES {
  return Object.hasOwn(PHASES, phase);
}

function labelOf(platform: RunningJob['platform'], t: Words['t']): string {
  return platform === null ? t('cockpit.uploadedFile') : PLATFORMS[platform].label;
}
