// Ticks at the key frames, where a copy can start; drawn once they are far enough apart to be told apart.
import { EncodedPacketSink, type InputVideoTrack, MP4, QTFF } from 'mediabunny';
import { type CSSProperties, useEffect, useState } from 'react';
import { type Range, shareOf } from '../../../cutting/range.ts';
import type { OpenMedia } from '../media/open-media.ts';

/** More would be less than four pixels apart on most screens. */
const MOST_TICKS = 240;

type KeyTicksProps = {
  readonly media: OpenMedia;
  /** Where they are looked for. */
  readonly range: Range;
  readonly view: Range;
};

/** The ticks of a range; decorative. */
export function KeyTicks({ media, range, view }: KeyTicksProps) {
  const [times, setTimes] = useState<readonly number[]>([]);
  useEffect(() => {
    const { video, source, container } = media;
    // Other files on the server have no list of their key frames: looking for them would fetch most of the file.
    const isListed = source.isLocal || container.input === MP4 || container.input === QTFF;
    if (!video || !isListed) return;
    let isWanted = true;
    keyTimesOf(video, range, () => isWanted).then(
      (found) => isWanted && setTimes(found),
      (error: unknown) => {
        if (isWanted) console.warn('the key frames could not be read', error);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [media, range]);
  return times.map((timeMs) => (
    <i
      key={timeMs}
      className="trim-tick"
      style={{ '--at': shareOf(timeMs, view) } as CSSProperties}
    />
  ));
}

async function keyTimesOf(
  video: InputVideoTrack,
  { startMs, endMs }: Range,
  isWanted: () => boolean,
): Promise<readonly number[]> {
  const sink = new EncodedPacketSink(video);
  const options = { metadataOnly: true };
  let packet =
    (await sink.getKeyPacket(startMs / 1000, options)) ?? (await sink.getFirstKeyPacket(options));
  const times: number[] = [];
  while (packet && packet.timestamp * 1000 <= endMs && isWanted()) {
    if (packet.timestamp * 1000 >= startMs) times.push(packet.timestamp * 1000);
    if (times.length > MOST_TICKS) return [];
    packet = await sink.getNextKeyPacket(packet, options);
  }
  return times;
}
