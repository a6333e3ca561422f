// The table of platforms: state, success rate of the last hour and day, usual time. Its rows exist before the data is loaded.

import { CircleCheck, CircleDashed, CirclePause, CircleX, TriangleAlert } from 'lucide-react';
import { MIN_ATTEMPTS } from '../../../shared/limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { attemptsOf, shareOf, writeDuration } from './figures.ts';
import type { PlatformStatus, Tally } from './platform-status.ts';

const MARKS = {
  good: { icon: CircleCheck, tone: 'good', word: 'status.good' },
  limited: { icon: TriangleAlert, tone: 'warn', word: 'status.limited' },
  down: { icon: CircleX, tone: 'bad', word: 'status.down' },
} as const;

/** The mark; "unknown" distinguishes whether there were any attempts. */
function StateMark({ status }: { readonly status: PlatformStatus }) {
  const { t } = useWords();
  const { state, day } = status;
  if (state === 'off') return <Badge icon={CirclePause}>{t('status.off')}</Badge>;
  if (state === 'unknown') {
    return (
      <Badge icon={CircleDashed}>
        {t(attemptsOf(day) === 0 ? 'status.unknown' : 'status.tooFew')}
      </Badge>
    );
  }
  const { icon, tone, word } = MARKS[state];
  return (
    <Badge icon={icon} tone={tone}>
      {t(word)}
    </Badge>
  );
}

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

/** The figure; with few attempts only their number, and "none" without any. */
function Share({ tally }: { readonly tally: Tally }) {
  const { t, language } = useWords();
  const count = attemptsOf(tally);
  const share = shareOf(tally, language);
  if (count === 0) return <None />;
  if (share === null) return <span className="status-of">{t('status.attempts', { count })}</span>;
  return (
    <span className="status-share">
      <bdi className="status-figure">{share}</bdi>{' '}
      <span className="status-of">{t('status.ofAttempts', { count })}</span>
    </span>
  );
}

/** The word for a missing figure; not shown on a phone, where the state says it. */
function None() {
  const { t } = useWords();
  return <span className="status-none">{t('status.none')}</span>;
}
