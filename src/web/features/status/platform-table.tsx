// The table of platforms: state, success rate of the last hour and day, usual time. Its rows exist before the data is loaded.

import { MIN_ATTEMPTS } from '../../../shared/limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { attemptsOf, writeDuration } from './figures.ts';
import type { PlatformStatus } from './platform-status.ts';
import { None, Share } from './share.tsx';
import { StateMark } from './state-mark.tsx';

type Row = Pick<PlatformStatus, 'platform'> & { readonly status: PlatformStatus | null };

const WAITING: readonly Row[] = PLATFORM_IDS.map((platform) => ({ platform, status: null }));

/** `platforms` is null until loaded. */
export function PlatformTable({
  platforms,
}: {
  readonly platforms: readonly PlatformStatus[] | null;
}) {
  const { t, language } = useWords();
  const rows = platforms?.map((status) => ({ platform: status.platform, status })) ?? WAITING;
  const wait = <Skeleton className="h-6 w-20" />;
  const columns: readonly Column<Row>[] = [
    {
      key: 'platform',
      head: t('status.columnPlatform'),
      isRowHead: true,
      cell: ({ platform }) => (
        <span className="status-platform">
          <Mark of={platform} />
          {PLATFORMS[platform].label}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('status.columnState'),
      plain: true,
      cell: ({ status }) => (status ? <StateMark status={status} /> : wait),
    },
    {
      key: 'hour',
      head: t('status.columnHour'),
      cell: ({ status }) => (status ? <Share tally={status.hour} /> : wait),
    },
    {
      key: 'day',
      head: t('status.columnDay'),
      cell: ({ status }) => (status ? <Share tally={status.day} /> : wait),
    },
    {
      key: 'median',
      head: t('status.columnMedian'),
      cell: ({ status }) => {
        if (!status) return wait;
        if (status.medianMs === null || attemptsOf(status.day) < MIN_ATTEMPTS) return <None />;
        return <bdi className="status-figure">{writeDuration(status.medianMs, language)}</bdi>;
      },
    },
  ];
  return (
    <Table
      caption={t('status.caption')}
      className="status-table"
      columns={columns}
      rows={rows}
      rowKey={({ platform }) => platform}
    />
  );
}
