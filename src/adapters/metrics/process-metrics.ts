// Metrics of the process under the names that dashboards for Node know, read at each scrape.
import { readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Adds them to a registry. prom-client's own set would wake the process a hundred times a second and observe garbage
 * collection for ever, without a way to end either.
 */
export function addProcessMetrics(registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter('process_cpu_seconds_total', 'CPU time, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge(
    'process_start_time_seconds',
    'Start time, Unix time.',
    () => performance.timeOrigin / 1000,
  );
  gauge('process_open_fds', 'Open file descriptors.', countDescriptors);
  gauge('nodejs_heap_size_total_bytes', 'Heap size.', () => process.memoryUsage().heapTotal);
  gauge('nodejs_heap_size_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory outside the heap.',
    () => process.memoryUsage().external,
  );
  counter(
    'nodejs_eventloop_busy_seconds_total',
    'Time in which the event loop was busy.',
    () => performance.eventLoopUtilization().active / 1000,
  );
}

/** NaN where /proc is not available. */
async function countDescriptors(): Promise<number> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    () => Number.NaN,
  );
}
