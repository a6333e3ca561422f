// The lab as a process of its own, for the benchmark: says where it listens, and takes new line conditions on stdin.
import { createInterface } from 'node:readline';
import { startLab } from './lab.ts';
import { LAB_PLATFORMS } from './platforms/index.ts';

const lab = await startLab({ platforms: Object.values(LAB_PLATFORMS) });
process.stdout.write(`${JSON.stringify({ proxyUrl: lab.proxyUrl, caFile: lab.caFile })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { rttMs, bytesPerSecondPerConnection } = JSON.parse(line);
  await lab.shape.set({ rttMs, bytesPerSecondPerConnection });
  process.stdout.write(`${JSON.stringify({ unknown: lab.unknown().length })}\n`);
}
await lab.close();
