// The lab as a process of its own, for the benchmark: prints its address, reads line conditions from stdin, and answers each
// with the requests since the previous one.
import { createInterface } from 'node:readline';
import { startLab } from './lab.ts';
import { LAB_PLATFORMS } from './platforms/index.ts';

const lab = await startLab({ platforms: Object.values(LAB_PLATFORMS) });
process.stdout.write(`${JSON.stringify({ proxyUrl: lab.proxyUrl, caFile: lab.caFile })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const shape = JSON.parse(line);
  if (shape !== null) await lab.shape.set(shape);
  const asked = {
    requests: lab.requests().length,
    unknown: lab.unknown().length,
    sentBytes: lab.sentBytes(),
  };
  lab.clear();
  process.stdout.write(`${JSON.stringify(asked)}\n`);
}
await lab.close();
