// What of decoded frames and samples is encoded for an exact cut, at which times, and that all of them are released.
import {
  AudioSample,
  AudioSampleSink,
  type AudioSampleSource,
  InputAudioTrack,
  InputVideoTrack,
  VideoSample,
  VideoSampleSink,
  type VideoSampleSource,
} from 'mediabunny';
import { describe, expect, it, vi } from 'vitest';
import { encodeAudio, encodeVideo } from './encode-tracks.ts';
import type { Feed } from './feed.ts';
import { planExact } from './plan-cut.ts';

type Span = readonly [startMs: number, endMs: number];
const partsOf = (...spans: Span[]) =>
  planExact(spans.map(([startMs, endMs]) => ({ startMs, endMs })));
const track = <Track extends InputVideoTrack | InputAudioTrack>(kind: {
  readonly prototype: Track;
}): Track => Object.create(kind.prototype);
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Runs it to its end, or for some steps; returns the times that it reports. */
async function timesOf(feed: Feed, steps = Number.POSITIVE_INFINITY): Promise<number[]> {
  const times: number[] = [];
  for await (const time of feed) {
    times.push(rounded(time));
    if (times.length === steps) break;
  }
  return times;
}

/** Decodes these, of which those count that overlap the wanted time; returns how many are not released. */
function decoding<Sample extends { timestamp: number; duration: number; close: () => void }>(
  sink: { samples: (start?: number, end?: number) => AsyncGenerator<Sample> },
  make: () => Iterable<Sample>,
) {
  let open = 0;
  vi.spyOn(sink, 'samples').mockImplementation(async function* (start = 0, end = 0) {
    for (const sample of make()) {
      // The sink also gives those that touch the start.
      if (sample.timestamp + sample.duration < start || sample.timestamp >= end) {
        sample.close();
        continue;
      }
      open += 1;
      const close = sample.close.bind(sample);
      sample.close = () => {
        open -= 1;
        close();
      };
      yield sample;
    }
  });
  return () => open;
}

/** Frames of a second each. Made one by one: those that are never decoded need not be released. */
function* frames() {
  for (let timestamp = 0; timestamp < 10; timestamp += 1)
    yield new VideoSample(new Uint8Array(16), {
      format: 'RGBA',
      codedWidth: 2,
      codedHeight: 2,
      timestamp,
      duration: 1,
    });
}

describe('an exact cut of video', () => {
  const encode = (added: string[], ...spans: Span[]) => {
    const source = {
      add: async ({ timestamp, duration }: VideoSample, options?: { keyFrame?: boolean }) => {
        added.push(`${options?.keyFrame ? 'key ' : ''}${rounded(timestamp)}+${rounded(duration)}`);
      },
    } as VideoSampleSource;
    return encodeVideo(track(InputVideoTrack), source, partsOf(...spans));
  };

  it.each<[string, Span[], string]>([
    ['whole frames', [[2000, 4000]], 'key 0+1 1+1'],
    ['parts of frames at its ends', [[2500, 4250]], 'key 0+0.5 0.5+1 1.5+0.25'],
    ['a part of one frame', [[2500, 2750]], 'key 0+0.25'],
    [
      'parts that begin with a key frame each',
      [
        [2500, 3500],
        [7000, 8000],
      ],
      'key 0+0.5 0.5+0.5 key 1+1',
    ],
    ['nothing after the last frame', [[9500, 12_000]], 'key 0+0.5'],
  ])('has %s', async (_what, spans, wanted) => {
    const open = decoding(VideoSampleSink.prototype, frames);
    const added: string[] = [];
    const times = await timesOf(encode(added, ...spans));
    expect(added.join(' ')).toBe(wanted);
    expect(times).toEqual(added.map((one) => Number.parseFloat(one.replace('key ', ''))));
    expect(open()).toBe(0);
  });

  it('releases its frame when it is stopped', async () => {
    const open = decoding(VideoSampleSink.prototype, frames);
    expect(await timesOf(encode([], [2000, 8000]), 2)).toEqual([0, 1]);
    expect(open()).toBe(0);
  });
});

const RATE = 1000;
/** Samples of half a second, whose values are their numbers. */
function* samples() {
  for (let from = 0; from < 5000; from += 500)
    yield new AudioSample({
      data: Float32Array.from({ length: 500 }, (_value, at) => from + at),
      format: 'f32',
      numberOfChannels: 1,
      sampleRate: RATE,
      timestamp: from / RATE,
    });
}

describe('an exact cut of audio', () => {
  const encode = (added: string[], ...spans: Span[]) => {
    const source = {
      add: async (sample: AudioSample) => {
        const values = new Float32Array(sample.numberOfFrames);
        sample.copyTo(values, { planeIndex: 0, format: 'f32' });
        added.push(`${values[0]}–${values.at(-1)} at ${rounded(sample.timestamp)}`);
      },
    } as AudioSampleSource;
    return encodeAudio(track(InputAudioTrack), source, partsOf(...spans));
  };

  it.each<[string, Span[], string[]]>([
    ['whole samples', [[500, 1500]], ['500–999 at 0', '1000–1499 at 0.5']],
    ['those from its start to its end', [[600, 1200]], ['600–999 at 0', '1000–1199 at 0.4']],
    ['a part of one', [[601, 602]], ['601–601 at 0']],
    [
      'parts one after the other',
      [
        [600, 700],
        [1900, 2100],
      ],
      ['600–699 at 0', '1900–1999 at 0.1', '2000–2099 at 0.2'],
    ],
    ['nothing after the end', [[4800, 9000]], ['4800–4999 at 0']],
  ])('has %s', async (_what, spans, wanted) => {
    decoding(AudioSampleSink.prototype, samples);
    const added: string[] = [];
    const times = await timesOf(encode(added, ...spans));
    expect(added).toEqual(wanted);
    expect(times).toEqual(wanted.map((one) => Number(one.split(' at ')[1])));
  });

  it('releases its samples', async () => {
    const open = decoding(AudioSampleSink.prototype, samples);
    await timesOf(encode([], [600, 1600]));
    expect(open()).toBe(0);
    await timesOf(encode([], [600, 3600]), 2);
    expect(open()).toBe(0);
  });
});
