// The loudness of the audio along the timeline; none if it cannot be decoded.
import { useEffect, useState } from 'react';
import type { OpenMedia } from '../media/open-media.ts';
import { readPeaks } from '../media/read-peaks.ts';
import type { Range } from './range.ts';

const COLUMNS = 800;
/** Half of the height of the drawing. */
const HALF = 50;

/** The waveform of a range; decorative. */
export function Waveform({ media, range }: { readonly media: OpenMedia; readonly range: Range }) {
  const [outline, setOutline] = useState('');
  const [isComplete, setIsComplete] = useState(false);
  useEffect(() => {
    const { audio } = media;
    if (!audio) return;
    let isWanted = true;
    const read = async () => {
      for await (const peaks of readPeaks(audio, range, COLUMNS, () => isWanted)) {
        if (!isWanted) return;
        setOutline(outlineOf(peaks));
      }
      if (isWanted) setIsComplete(true);
    };
    read().catch((error: unknown) => {
      // Failures are harmless: the waveform is decorative, and the file may have been released.
      if (isWanted) console.warn('the waveform could not be drawn', error);
    });
    return () => {
      isWanted = false;
    };
  }, [media, range]);
  return (
    <svg
      aria-hidden="true"
      className="trim-wave"
      data-complete={isComplete || undefined}
      viewBox={`0 0 ${COLUMNS} ${2 * HALF}`}
      preserveAspectRatio="none"
    >
      <path d={outline} />
    </svg>
  );
}

/** The upper edge from left to right, and the lower one back. */
function outlineOf(peaks: Float32Array): string {
  const upper: string[] = [];
  const lower: string[] = [];
  for (const [column, peak] of peaks.entries()) {
    // Quiet passages stay visible as a line.
    const height = Math.max(1, Math.sqrt(Math.min(1, peak)) * HALF);
    upper.push(`${column} ${(HALF - height).toFixed(1)}`);
    lower.push(`${column} ${(HALF + height).toFixed(1)}`);
  }
  return `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
}
