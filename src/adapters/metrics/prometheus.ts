// The port `Metrics` on a registry of Prometheus' own client. Names follow its conventions: prefix, base units, `_total`.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics, Readings } from '../../core/outcomes/metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ATTEMPT_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** The port `Metrics` with a registry of its own. Every label comes from a closed list. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'keepreel_http_requests_total',
    help: 'Answered HTTP requests.',
    registers,
    labelNames: ['route', 'method', 'status'],
  });
  const requestSeconds = new Histogram({
    name: 'keepreel_http_request_duration_seconds',
    help: 'Time from the request to the last byte of its answer.',
    registers,
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
  });
  const attempts = new Counter({
    name: 'keepreel_attempts_total',
    help: 'Inspections and downloads by outcome.',
    labelNames: ['platform', 'step', 'code'],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: 'keepreel_attempt_duration_seconds',
    help: 'Duration of inspections and downloads.',
    registers,
    labelNames: ['platform', 'step'],
    buckets: ATTEMPT_SECONDS,
  });
  const storeSeconds = new Histogram({
    name: 'keepreel_store_request_duration_seconds',
    help: 'Time until the object store began to answer, with all attempts.',
    labelNames: ['operation'],
    registers,
    buckets: REQUEST_SECONDS,
  });
  const storeFailures = new Counter({
    name: 'keepreel_store_failures_total',
    help: 'Operations on the object store that failed in every attempt.',
    labelNames: ['operation'],
    registers,
  });
  const joins = new Counter({
    name: 'keepreel_fragment_joins_total',
    help: 'Sources in fragments that became a file as they are, or why they could not.',
    labelNames: ['outcome'],
    registers,
  });
  const answers = new Counter({
    name: 'keepreel_egress_answers_total',
    help: 'Requests of the engine by egress and platform: ok, or the code of an error.',
    labelNames: ['egress', 'platform', 'code'],
    registers,
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
    storeAnswered({ operation, seconds, hasFailed }) {
      storeSeconds.observe({ operation }, seconds);
      // The counter is there before the first failure, so that its first increase is seen.
      storeFailures.inc({ operation }, hasFailed ? 1 : 0);
    },
    egressAnswered: (egress, platform, code) => answers.inc({ egress, platform, code }),
    fragmentsJoined: (outcome) => joins.inc({ outcome }),
    async text(read) {
      show(await read());
      return registry.metrics();
    },
  };
}

/** Gauges that are set at each scrape. A figure that cannot be read is NaN. */
function createReadingGauges(registers: Registry[]): (readings: Readings) => void {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `keepreel_${name}`, help, labelNames: [...labelNames], registers });
  const downloads = gauge('downloads', 'Open downloads, and the jobs behind them.', ['state']);
  const server = gauge('server_info', 'The version and the role of this server.', [
    'version',
    'role',
  ]);
  const most = gauge('jobs_limit', 'How many jobs can run at once.');
  const oldest = gauge('oldest_wait_seconds', 'How long the job at the front has waited.');
  const redis = gauge('redis_up', 'Whether Redis can be reached; NaN where none is set.');
  const lost = new Counter({
    name: 'keepreel_jobs_lost_total',
    help: 'Jobs whose server was lost, found by this server.',
    registers,
  });
  const workers = gauge('inspection_workers', 'Worker processes of the engine.', ['state']);
  const queued = gauge('inspections_queued', 'Inspections waiting for a worker.');
  const files = gauge('files_bytes', 'Size of finished files and of running jobs.');
  const limit = gauge('files_limit_bytes', 'Limit of files_bytes (FILES_MAX_GB).');
  const free = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.');
  const engine = gauge('engine_info', 'The version of yt-dlp in use.', ['version']);
  const restarts = new Counter({
    name: 'keepreel_engine_restarts_total',
    help: 'Restarts of yt-dlp after a crash.',
    registers,
  });
  return (readings) => {
    downloads.set({ state: 'open' }, readings.downloads.open);
    downloads.set({ state: 'running' }, readings.downloads.running);
    downloads.set({ state: 'waiting' }, readings.downloads.waiting);
    server.set(readings.server, 1);
    most.set(readings.downloads.mostRunning);
    oldest.set(readings.downloads.oldestWaitSeconds);
    redis.set(readings.hasRedis === null ? Number.NaN : Number(readings.hasRedis));
    lost.reset();
    lost.inc(readings.downloads.foundLost);
    workers.set({ state: 'busy' }, readings.workers.busy);
    workers.set({ state: 'idle' }, readings.workers.idle);
    queued.set(readings.workers.queued);
    restarts.reset();
    restarts.inc(readings.workers.restarts);
    files.set(readings.files?.bytes ?? Number.NaN);
    limit.set(readings.files?.limitBytes ?? Number.NaN);
    free.set(readings.files?.diskFreeBytes ?? Number.NaN);
    engine.reset();
    if (readings.engineVersion !== null) engine.set({ version: readings.engineVersion }, 1);
  };
}
