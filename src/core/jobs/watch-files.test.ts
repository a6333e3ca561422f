import { expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryCircuits } from '../../adapters/memory/circuits.ts';
import { AppError } from '../../shared/errors.ts';
import { createBreaker } from '../inspecting/breaker.ts';
import type { JobRequest, RunJob } from './queue/job-queue.ts';
import { watchFiles } from './watch-files.ts';

const { signal } = new AbortController();
const EDIT = { kind: 'edit', fileId: 'f', edit: {}, title: '' } as unknown as JobRequest;
const linkTo = (id: string) =>
  ({
    kind: 'link',
    link: { platform: 'tiktok', kind: 'video', id, address: `https://tiktok/${id}`, hints: {} },
  }) as unknown as JobRequest;

function makeRunner(bytes: number) {
  const asked: JobRequest[] = [];
  const refused: RunJob = async ({ request }, _signal, report) => {
    asked.push(request);
    report({
      phase: 'fetching',
      percent: 0,
      bytes,
      totalBytes: null,
      bytesPerSecond: null,
      connections: 1,
      etaSeconds: null,
    });
    throw new AppError('blocked');
  };
  const breaker = createBreaker(createManualClock(), createMemoryCircuits());
  const run = watchFiles(refused, { breaker, egress: 'direct' });
  const codesOf = async (requests: readonly JobRequest[]) => {
    const codes: string[] = [];
    for (const request of requests)
      await run({ key: 'k', isHeavy: false, request }, signal, () => undefined).catch(
        (error: AppError) => codes.push(error.code),
      );
    return codes;
  };
  return { asked, codesOf };
}

it('three posts whose files are refused end the next job before it asks; edits go on', async () => {
  const { asked, codesOf } = makeRunner(0);
  const posts = ['1', '1', '2', '3', '4'].map(linkTo);
  expect(await codesOf([...posts, EDIT])).toEqual([
    ...['blocked', 'blocked', 'blocked', 'blocked'],
    ...['platform_paused', 'blocked'],
  ]);
  expect(asked).toHaveLength(5);
});

it('jobs whose bytes arrive pause nothing, however they end', async () => {
  const { codesOf } = makeRunner(1000);
  expect(new Set(await codesOf(['1', '2', '3', '4', '5'].map(linkTo)))).toEqual(
    new Set(['blocked']),
  );
});
