// Parts of the other kinds of sources, and many parts at random.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import { createMediaIdentifier } from '../../src/adapters/ffmpeg/identify-media.ts';
import { createTranscoder } from '../../src/adapters/ffmpeg/making/transcoder.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import { planEdit } from '../../src/core/choosing/edits/plan-edit.ts';
import type { Receipt } from '../../src/core/files/stored-file.ts';
import { readCounted } from '../support/media/counted-media.ts';
import { fakeFetching } from '../support/media/fake-fetching.ts';
import { SECONDS, type SourceName, type Span, testTrims } from '../support/product/trim-suite.ts';
import { createRandom } from '../support/run/random.ts';

const SPANS = 100;
/** Parts that are read in one run. */
const BATCH = 20;
const SEED = 14;
const ALL: readonly SourceName[] = ['counted.mkv', 'counted.ts', 'counted.webm'];

const { expectExact, pathOf } = testTrims(ALL);

it(`${SPANS} random parts are cut to the frame`, { timeout: 300_000 }, async () => {
  const random = createRandom(SEED);
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-parts-'));
  const cut = await createCutter(folder);
  const spans = Array.from({ length: SPANS }, () => {
    const start = random() * (SECONDS - 1.2);
    return { start, end: start + 0.2 + random() };
  });
  const atOnce = pLimit(3);
  let seen = 0;
  for (let from = 0; from < SPANS; from += BATCH) {
    const parts = spans.slice(from, from + BATCH).map((span, index) => ({
      span,
      name: ALL[(from + index) % ALL.length] ?? 'counted.mp4',
    }));
    const files = await atOnce.map(parts, ({ name, span }) => cut(name, span));
    for (const [index, counted] of (await readCounted(files)).entries()) {
      const { name = 'counted.mp4', span = { start: 0, end: 0 } } = parts[index] ?? {};
      try {
        expectExact(name, counted, span);
      } catch (cause) {
        throw new Error(`seed ${SEED}: ${name}, ${JSON.stringify(span)}`, { cause });
      }
      seen += 1;
    }
  }
  expect(seen).toBe(SPANS);
  await rm(folder, { recursive: true });
});

/** Cuts parts of a source with the parts of the product that plan and make them, without the server around. */
async function createCutter(
  folder: string,
): Promise<(name: SourceName, span: Span) => Promise<string>> {
  const tools = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox: await probeSandboxes() };
  const [identify, transcoder] = [createMediaIdentifier(tools), createTranscoder(tools)];
  const { signal } = new AbortController();
  const known = new Map<string, ReturnType<typeof identify>>();
  return async (name, { start, end }) => {
    const source = pathOf(name);
    known.set(name, known.get(name) ?? identify(source, signal));
    const plan = planEdit(
      { ...((await known.get(name)) as Receipt), id: name },
      {
        container: null,
        span: { startSeconds: start, endSeconds: end },
        cut: 'exact',
        quality: null,
        kilobitsPerSecond: null,
        maxBytes: null,
      },
    );
    const made = await transcoder.make({
      recipe: plan.recipe,
      inputs: [{ role: 'both', fetching: fakeFetching(source) }],
      folder: await mkdtemp(path.join(folder, 'part-')),
      durationSeconds: plan.seconds,
      maxBytes: 1e9,
      tags: null,
      signal,
      report: () => undefined,
    });
    return made.path;
  };
}
