// The load of this server (queue, workers, disk, memory), and the servers that share this site's database.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { Progress } from '../../ui/progress.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { formatBytes, formatPercent, formatSpan } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { Block } from './block.tsx';

type Gauge = {
  readonly name: string;
  readonly figure: string;
  readonly more: string;
  /** The utilization, from 0 to 100. */
  readonly percent?: number;
  readonly isBad?: boolean;
};

function workersGauge(
  { isServing, busy, most, queued, restarts }: CockpitAnswer['workers'],
  t: Words['t'],
): Gauge {
  return {
    name: t('cockpit.workers'),
    figure: isServing ? t('cockpit.workersFigure', { busy, most }) : t('cockpit.workersDown'),
    more: t('cockpit.workersMore', { queued, restarts }),
    isBad: !isServing,
  };
}

/** One card each. */
export function Gauges({ cockpit }: { readonly cockpit: CockpitAnswer }) {
  const { t, language } = useWords();
  const { queue, workers, disk, memory } = cockpit;
  const bytes = (amount: number) => formatBytes(amount, language);
  const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0);
  const used = memory.systemTotalBytes - memory.systemFreeBytes;
  const gauges: readonly Gauge[] = [
    {
      name: t('cockpit.queue'),
      figure: t('cockpit.queueFigure', { running: queue.running, most: queue.mostRunning }),
      more:
        queue.oldestWaitSeconds === null
          ? t('cockpit.queueOpen', { open: queue.open })
          : t('cockpit.queueWaiting', {
              waiting: queue.waiting,
              time: formatSpan(queue.oldestWaitSeconds, language),
            }),
    },
    workersGauge(workers, t),
    {
      name: t('cockpit.files'),
      figure: bytes(disk.filesBytes),
      more: t('cockpit.filesMore', {
        limit: bytes(disk.filesLimitBytes),
        trending: bytes(disk.trendingBytes),
      }),
      percent: share(disk.filesBytes, disk.filesLimitBytes),
    },
    {
      name: t('cockpit.freeDisk'),
      figure: bytes(disk.freeBytes),
      more: t('cockpit.freeDiskMore', { kept: bytes(disk.keptFreeBytes) }),
      isBad: disk.freeBytes <= disk.keptFreeBytes,
    },
    {
      name: t('cockpit.memory'),
      figure: bytes(memory.rssBytes),
      more: t('cockpit.memoryMore', {
        used: formatPercent(share(used, memory.systemTotalBytes), language),
        total: bytes(memory.systemTotalBytes),
      }),
      percent: share(used, memory.systemTotalBytes),
    },
    {
      name: t('cockpit.uptime'),
      figure: formatSpan(cockpit.uptimeSeconds, language),
      more: t(cockpit.alarms.webhook ? 'cockpit.alarmsOn' : 'cockpit.alarmsOff'),
    },
  ];
  return (
    <ul className="gauges">
      {gauges.map(({ name, figure, more, percent, isBad }) => (
        <li key={name} className="gauge" data-bad={isBad || undefined}>
          <p className="gauge-name">{name}</p>
          <p className="gauge-figure">
            <bdi>{figure}</bdi>
          </p>
          {percent !== undefined && <Progress label={name} value={percent} />}
          <p className="gauge-more">{more}</p>
        </li>
      ))}
    </ul>
  );
}

type Row = CockpitAnswer['servers'][number];

/** After this long without a word a server counts as gone, in milliseconds. */
const GONE_MS = 60_000;

/** Its role unless it has every part, and its yt-dlp. */
function partsOf({ role, engine }: NonNullable<Row['facts']>): string {
  return [role === 'all' ? null : role, engine === null ? null : `yt-dlp ${engine}`]
    .filter((part) => part !== null)
    .join(', ');
}

/** The table; nothing for a site with one server. */
export function Servers({ at, servers }: Pick<CockpitAnswer, 'at' | 'servers'>) {
  const { t, language } = useWords();
  if (servers.length < 2) return null;
  const number = new Intl.NumberFormat(language);
  const lost = servers.reduce((sum, { facts }) => sum + (facts?.foundLost ?? 0), 0);
  const ago = (ms: number) => formatSpan(Math.max(0, Math.round((at - ms) / 1000)), language);
  const fact = (
    key: string,
    head: string,
    cell: (facts: NonNullable<Row['facts']>) => string,
  ): Column<Row> => ({
    key,
    head,
    align: 'end',
    cell: ({ facts }) => (facts ? cell(facts) : '–'),
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      head: t('cockpit.server'),
      isRowHead: true,
      cell: ({ id, isThis, facts }) => (
        <>
          <bdi>{facts?.name ?? '–'}</bdi> <code>{id}</code>
          {isThis && ` (${t('cockpit.thisServer')})`}
          {facts && <div>{partsOf(facts)}</div>}
        </>
      ),
    },
    {
      key: 'seen',
      head: t('cockpit.lastSeen'),
      cell: ({ seenAt }) =>
        at - seenAt > GONE_MS ? (
          <strong className="text-warn">{t('cockpit.gone', { time: ago(seenAt) })}</strong>
        ) : (
          t('cockpit.ago', { time: ago(seenAt) })
        ),
    },
    { key: 'runs', head: t('cockpit.runsFor'), align: 'end', cell: (row) => ago(row.startedAt) },
    fact('version', t('cockpit.versionThere'), ({ version }) => version),
    fact('jobs', t('cockpit.jobsThere'), ({ jobs }) => number.format(jobs)),
    fact('memory', t('cockpit.memoryThere'), ({ rssBytes }) => formatBytes(rssBytes, language)),
    fact('egress', t('cockpit.egress'), ({ egress }) => egress),
  ];
  return (
    <Block heading={t('cockpit.servers', { count: servers.length })}>
      <Table
        caption={t('cockpit.serversCaption')}
        className="cockpit-table"
        columns={columns}
        rows={servers}
        rowKey={({ id }) => id}
      />
      {lost > 0 && (
        <p className="text-soft">{t('cockpit.foundLost', { count: number.format(lost) })}</p>
      )}
    </Block>
  );
}
