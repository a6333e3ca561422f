// Decodes parts and encodes them into a new file, from the exact frame and sample on.
import {
  type AudioSample,
  AudioSampleSink,
  type AudioSampleSource,
  type InputAudioTrack,
  type InputVideoTrack,
  VideoSampleSink,
  type VideoSampleSource,
} from 'mediabunny';
import type { Feed } from './feed.ts';
import type { Part } from './plan-cut.ts';

/** Re-encodes video; each part starts with a key frame. */
export async function* encodeVideo(
  track: InputVideoTrack,
  source: VideoSampleSource,
  parts: readonly Part[],
): Feed {
  const sink = new VideoSampleSink(track);
  for (const { start, end, at } of parts) {
    let isFirst = true;
    for await (const sample of sink.samples(start, end)) {
      try {
        const from = Math.max(start, sample.timestamp);
        const to = Math.min(end, sample.timestamp + sample.duration);
        if (from >= to) continue;
        sample.setTimestamp(from - start + at);
        sample.setDuration(to - from);
        await source.add(sample, isFirst ? { keyFrame: true } : undefined);
        isFirst = false;
        yield sample.timestamp;
      } finally {
        sample.close();
      }
    }
  }
}

/** Re-encodes audio, cut at the sample. */
export async function* encodeAudio(
  track: InputAudioTrack,
  source: AudioSampleSource,
  parts: readonly Part[],
): Feed {
  const sink = new AudioSampleSink(track);
  for (const { start, end, at } of parts) {
    for await (const whole of sink.samples(start, end)) {
      const sample = cut(whole, start, end);
      try {
        if (sample.numberOfFrames === 0) continue;
        sample.setTimestamp(sample.timestamp - start + at);
        await source.add(sample);
        yield sample.timestamp;
      } finally {
        sample.close();
      }
    }
  }
}

/** The frames of a sample that lie between two times; closes the sample if it is not the same. */
function cut(sample: AudioSample, start: number, end: number): AudioSample {
  const { sampleRate, numberOfFrames, timestamp } = sample;
  const frameAt = (seconds: number) => Math.round((seconds - timestamp) * sampleRate);
  const from = Math.min(Math.max(0, frameAt(start)), numberOfFrames);
  const to = Math.max(from, Math.min(numberOfFrames, frameAt(end)));
  if (from === 0 && to === numberOfFrames) return sample;
  const part = sample.trim(from, to);
  sample.close();
  return part;
}
