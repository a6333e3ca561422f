// The load of the server: queue, workers, disk, memory.
import type { CockpitAnswer } from '../../../shared/api/cockpit.ts';
import { Progress } from '../../ui/progress.tsx';
import { formatBytes, formatPercent, formatSpan } from '../../words/figures.ts';
import { useWords, type Words } from '../../words/words.tsx';

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
