// The status table of the platforms, measured by this server.
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react';
import { useRef } from 'react';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import { MIN_ATTEMPTS } from '../../../shared/limits.ts';
import { PLATFORMS } from '../../../shared/platforms/index.ts';
import { MAIN_PLATFORM_IDS } from '../../../shared/platforms/platform.ts';
import { type Fetched, useFetched } from '../../page/use-fetched.ts';
import { Mark } from '../../platform-marks/mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWords } from '../../words/words.tsx';
import { attemptsOf, shareOf, writeDuration } from './figures.ts';
import type { PlatformStatus, Tally } from './platform-status.ts';
import { summaryOf } from './summary.ts';

/** The table with its summary; requires the messages of `status`. */
export function Status() {
  const words = useWords();
  const { t } = words;
  const fetched = useFetched<StatusAnswer>('/api/status');
  const { data, phase, load } = fetched;
  const heading = useRef<HTMLHeadingElement>(null);
  const loadAgain = () => {
    load();
    // The focused button is removed with the error.
    heading.current?.focus();
  };
  const isMissing = data === null && phase === 'failed';
  return (
    <section
      className="status"
      aria-labelledby="status-heading"
      aria-busy={data === null && phase === 'loading'}
    >
      <h2 ref={heading} id="status-heading" className="sr-only" tabIndex={-1}>
        {t('status.heading')}
      </h2>
      {isMissing ? (
        <Failed onAgain={loadAgain} />
      ) : (
        <>
          <p role="status" className="status-summary" data-waits={data === null || undefined}>
            {data ? summaryOf(data, words) : t('status.loading')}
          </p>
          <PlatformTable platforms={data?.platforms ?? null} />
          {data && <Reasons platforms={data.platforms} />}
          <Foot {...fetched} />
        </>
      )}
    </section>
  );
}

/** The message and a retry button. */
function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Card tone="bad" className="list-note" role="alert">
      <h3>{t('status.failedHeading')}</h3>
      <p>{t('status.failedText')}</p>
      <Button variant="primary" icon={RotateCcw} onClick={onAgain}>
        {t('status.tryAgain')}
      </Button>
    </Card>
  );
}

/** The foot; its space is reserved while it is empty. */
function Foot({ data, phase, load }: Fetched<StatusAnswer>) {
  const { t, language } = useWords();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const isLoading = phase === 'loading';
  return (
    <div className="status-foot">
      <p>
        {data && (
          <time dateTime={data.at}>
            {t('status.updatedAt', { time: time.format(new Date(data.at)) })}
          </time>
        )}
        {data && data.made.weekFiles > 0 && (
          <span>{t('status.week', { files: data.made.weekFiles })}</span>
        )}
      </p>
      {phase === 'failed' && (
        <p role="alert" className="text-bad">
          {t('status.failedAgain')}
        </p>
      )}
      <Button icon={RotateCcw} busy={isLoading} onClick={load}>
        {isLoading && data ? t('status.refreshing') : t('status.refresh')}
      </Button>
    </div>
  );
}

/** One line for each platform that was switched off with a reason, or refuses this server. */
function Reasons({ platforms }: { readonly platforms: readonly PlatformStatus[] }) {
  const { t } = useWords();
  const withReason = platforms.filter(({ reason, refused }) => reason !== null || refused);
  if (withReason.length === 0) return null;
  return (
    <ul className="status-reasons">
      {withReason.map(({ platform, reason, refused }) => (
        <li key={platform}>
          <strong>{PLATFORMS[platform].label}</strong>{' '}
          <bdi>{reason ?? (refused && t(`status.refused_${refused}`))}</bdi>
        </li>
      ))}
    </ul>
  );
}

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

const WAITING: readonly Row[] = MAIN_PLATFORM_IDS.map((platform) => ({ platform, status: null }));

/** State, success rate of the last hour and day, usual time. `platforms` is null until loaded; the rows exist before. */
function PlatformTable({ platforms }: { readonly platforms: readonly PlatformStatus[] | null }) {
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
