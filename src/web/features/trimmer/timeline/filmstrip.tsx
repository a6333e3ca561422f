// Thumbnails along the timeline, drawn one after another; none if the file cannot be decoded.
import { CanvasSink, EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { useEffect, useRef } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { lengthOf, type Range } from './range.ts';

const MOST_PICTURES = 16;
const HEIGHT_PX = 112;
/** What the pictures of a file on the server may cost. */
const MAX_FETCHED_BYTES = 600_000;

/** The strip of a range; decorative. */
export function Filmstrip({ media, range }: { readonly media: OpenMedia; readonly range: Range }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    const draw = async () => {
      const { video, source } = media;
      if (!video || !(await video.canDecode())) return;
      const shape = (await video.getDisplayWidth()) / (await video.getDisplayHeight());
      if (!isWanted || !canvas.current) return;
      // As many as fit in their aspect ratio, slightly stretched so that each is at its time.
      const { clientWidth, clientHeight } = canvas.current.parentElement ?? canvas.current;
      const fitting = Math.round(clientWidth / (clientHeight * shape));
      const count = Math.min(MOST_PICTURES, Math.max(1, fitting));
      const width = Math.round(HEIGHT_PX * shape);
      canvas.current.width = width * count;
      canvas.current.height = HEIGHT_PX;
      const paper = canvas.current.getContext('2d');
      const middles = Array.from(
        { length: count },
        (_, index) => (range.startMs + ((index + 0.5) * lengthOf(range)) / count) / 1000,
      );
      const times = source.isLocal ? middles : await cheapTimes(video, middles);
      const sink = new CanvasSink(video, { width, height: HEIGHT_PX, fit: 'cover', poolSize: 1 });
      let place = 0;
      for await (const picture of sink.canvasesAtTimestamps(times)) {
        if (!isWanted) return;
        const wide = (width * count) / times.length;
        if (picture) paper?.drawImage(picture.canvas, place, 0, wide, HEIGHT_PX);
        place += wide;
      }
    };
    draw().catch((error: unknown) => {
      // Failures are harmless: the strip is decorative, and the file may have been released.
      if (isWanted) console.warn('the film strip could not be drawn', error);
    });
    return () => {
      isWanted = false;
    };
  }, [media, range]);
  return <canvas ref={canvas} className="trim-film" />;
}

/** The key frames before the given times that can be fetched within the budget, evenly spread: those between are much more to fetch. */
async function cheapTimes(video: InputVideoTrack, times: readonly number[]): Promise<number[]> {
  const sink = new EncodedPacketSink(video);
  const packets = await Promise.all(
    times.map((time) => sink.getKeyPacket(time, { metadataOnly: true })),
  );
  const keys = packets.filter((packet) => packet !== null);
  const largest = Math.max(1, ...keys.map(({ byteLength }) => byteLength));
  const count = Math.max(1, Math.min(keys.length, Math.floor(MAX_FETCHED_BYTES / largest)));
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor(((index + 0.5) * keys.length) / count);
    return keys[at]?.timestamp ?? 0;
  });
}
