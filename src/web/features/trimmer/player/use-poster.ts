// The first picture of a file on the server, shown until it is played: a player would fetch megabytes to show it.
import { CanvasSink } from 'mediabunny';
import { useEffect, useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { blobOf } from '../media/snapshot.ts';

const WIDTH_PX = 960;

/** Its address; undefined for a local file, and until it is drawn. */
export function usePoster({ source, video }: OpenMedia): string | undefined {
  const [poster, setPoster] = useState<string>();
  useEffect(() => {
    if (source.isLocal || !video) return;
    let isWanted = true;
    let url: string | undefined;
    const draw = async () => {
      if (!(await video.canDecode())) return;
      const sink = new CanvasSink(video, { width: WIDTH_PX });
      const first = await sink.getCanvas(await video.getFirstTimestamp());
      if (!first || !isWanted) return;
      const blob = await blobOf(first.canvas, 'image/webp');
      if (!blob || !isWanted) return;
      url = URL.createObjectURL(blob);
      setPoster(url);
    };
    draw().catch((error: unknown) => {
      if (isWanted) console.warn('the first picture could not be drawn', error);
    });
    return () => {
      isWanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [source, video]);
  return poster;
}
