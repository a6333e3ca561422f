// Another side: yt-dlp finds the addresses, and one ffmpeg joins what is read from them over one connection each. Every stream starts
// a yt-dlp of its own, which is most of its CPU time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BIG_FORMATS } from '../../lab/platforms/youtube/long-video.ts';
import { commandWords } from '../command-line.ts';
import { assertSize } from '../file-ready.ts';
import type { LabProcess } from '../lab-process.ts';
import { timeCommand } from '../processes.ts';
import type { Source } from '../sources.ts';
import { type Arrival, allOf, together } from './arrival.ts';

const JOIN = `set -e
mkfifo "$1/picture" "$1/sound"
curl -sSf "$2" >"$1/picture" & picture=$!
curl -sSf "$3" >"$1/sound" & sound=$!
ffmpeg -nostdin -v error -i "$1/picture" -i "$1/sound" -c copy -f mp4 -movflags frag_keyframe+empty_moov pipe:1
wait $picture
wait $sound`;

/** One stream for each source, all at once. What comes out is counted and dropped, not sent over HTTP. Throws AggregateError. */
export async function streamWithFfmpeg(
  lab: LabProcess,
  sources: readonly Source[],
): Promise<Arrival> {
  const streams = await allOf(sources.map((source) => streamOne(lab, source)));
  return together(
    streams,
    streams.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  );
}

async function streamOne(lab: LabProcess, { url, bytes }: Source): Promise<Arrival> {
  const startedAt = performance.now();
  const { command, env } = commandWords(lab);
  let text = '';
  const inspection = await timeCommand([...command, '-g', '-f', BIG_FORMATS, url], env, (chunk) => {
    text += Buffer.from(chunk).toString();
  });
  const knownMs = performance.now() - startedAt;
  const addresses = text.trim().split('\n');
  if (addresses.length !== 2) throw new Error(`yt-dlp gave ${addresses.length} addresses`);
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-stream-'));
  let firstMs: number | null = null;
  let received = 0;
  try {
    const joining = await timeCommand(
      ['bash', '-c', JOIN, 'bash', folder, ...addresses],
      { ...env, https_proxy: lab.proxyUrl },
      (chunk) => {
        firstMs ??= performance.now() - startedAt;
        received += chunk.length;
      },
    );
    assertSize('the stream', received, bytes);
    const seconds = (performance.now() - startedAt) / 1000;
    return { knownMs, firstMs, seconds, cpuSeconds: inspection.cpuSeconds + joining.cpuSeconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}
