// Counts and sizes in a registry of Prometheus' own client; behind the port `Metrics`.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics, Readings } from '../../core/outcomes/metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ATTEMPT_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** The port `Metrics` with a registry of its own. Every label comes from a closed list of ours. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered.',
    registers,
    labelNames: ['route', 'method', 'status'],
  });
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Until the last byte.',
    registers,
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
  });
  const attempts = new Counter({
    name: 'attempts_total',
    help: 'Looks at links, and downloads, by how they ended.',
    labelNames: ['platform', 'step', 'code'],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: 'attempt_duration_seconds',
    help: 'From the wish to its end.',
    registers,
    labelNames: ['platform', 'step'],
    buckets: ATTEMPT_SECONDS,
  });
  const show = createReadingGauges(registers);
  addProcessMetrics(registers);

  return {
    requestEnded({ route, method, status, seconds }) {
      const kind = `${Math.floor(status / 100)}xx`;
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status: kind });
      requestSeconds.observe({ route }, seconds);
    },
    attemptEnded({ platform, step, code, durationMs }) {
      attempts.inc({ platform, step, code });
      attemptSeconds.observe({ platform, step }, durationMs / 1000);
    },
    async text(read) {
      show(await read());
      return registry.metrics();
    },
  };
}

/** What is read anew for each look; what cannot be told is not a number. */
function createReadingGauges(registers: Registry[]): (readings: Readings) => void {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers });
  const downloads = gauge('downloads', 'Downloads that are open.', ['state']);
  const workers = gauge('inspection_workers', 'Processes that look at links.', ['state']);
  const queued = gauge('inspections_queued', 'Links that wait for such a process.');
  const restarts = gauge('engine_restarts', 'Times that yt-dlp had to be started again.');
  const files = gauge('files_bytes', 'Finished files and works.');
  const limit = gauge('files_limit_bytes', 'What they may take (FILES_MAX_GB).');
  const free = gauge('disk_free_bytes', 'What the disk of DATA_DIR has left.');
  const engine = gauge('engine_info', 'The yt-dlp that serves.', ['version']);
  return (readings) => {
    downloads.set({ state: 'open' }, readings.downloads.open);
    downloads.set({ state: 'running' }, readings.downloads.running);
    downloads.set({ state: 'waiting' }, readings.downloads.waiting);
    workers.set({ state: 'busy' }, readings.workers.busy);
    workers.set({ state: 'idle' }, readings.workers.idle);
    queued.set(readings.workers.queued);
    restarts.set(readings.workers.restarts);
    files.set(readings.files?.bytes ?? Number.NaN);
    limit.set(readings.files?.limitBytes ?? Number.NaN);
    free.set(readings.files?.diskFreeBytes ?? Number.NaN);
    engine.reset();
    if (readings.engineVersion !== null) engine.set({ version: readings.engineVersion }, 1);
  };
}
