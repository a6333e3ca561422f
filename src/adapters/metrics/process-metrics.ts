// The process itself, under the names that dashboards for Node know. Read when asked: no timer and no observer runs for it.
import { readdir } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/**
 * Adds them to a registry. The client's own set would wake the process a hundred times a second and watches the garbage
 * collector for ever, with no way to end either.
 */
export function addProcessMetrics(registers: Registry[]): void {
  const add = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  add('process_cpu_seconds_total', 'Time on processors.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  add('process_resident_memory_bytes', 'Memory (RSS).', () => process.memoryUsage.rss());
  add('process_start_time_seconds', 'When it started.', () => performance.timeOrigin / 1000);
  add('process_open_fds', 'Open files and sockets.', countDescriptors);
  add('nodejs_heap_size_total_bytes', 'Heap.', () => process.memoryUsage().heapTotal);
  add('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed);
  add(
    'nodejs_external_memory_bytes',
    'Memory outside the heap.',
    () => process.memoryUsage().external,
  );
  add('nodejs_eventloop_busy_seconds_total', 'Time in which the loop did something.', () => {
    return performance.eventLoopUtilization().active / 1000;
  });
}

/** Where the system does not tell, it is not a number. */
async function countDescriptors(): Promise<number> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    () => Number.NaN,
  );
}
