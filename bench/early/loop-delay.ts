// Loaded into the server before it starts: writes how late its event loop was, at each SIGUSR2, into the file LOOP_DELAY_FILE.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env['LOOP_DELAY_FILE'];
if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const [p50, p99, most] = [delay.percentile(50), delay.percentile(99), delay.max];
    writeFileSync(file, JSON.stringify([p50, p99, most].map((ns) => ns / 1e6)));
    delay.reset();
  });
}
