// Whether a file plays on every phone and television, as far as its container and codecs tell.
import { type Input, MP4, QTFF } from 'mediabunny';

/** Baseline, Main and High of H.264: 8 bits, 4:2:0. */
const PLAIN_H264 = /^avc1\.(42|4d|64)/i;

/** Whether it does; a file of sound alone always does, for nothing more can be made of it. */
export async function playsEverywhere(input: Input): Promise<boolean> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) return true;
  const format = await input.getFormat();
  if (format !== MP4 && format !== QTFF) return false;
  if (!PLAIN_H264.test((await video.getCodecParameterString()) ?? '')) return false;
  const audio = await input.getPrimaryAudioTrack();
  return audio === null || ['aac', 'mp3'].includes((await audio.getCodec()) ?? '');
}
