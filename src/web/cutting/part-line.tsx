// The line over the length of a video with its two handles, left to right in every language.
import type { CSSProperties, PointerEvent } from 'react';
import { useWords } from '../words/words.tsx';
import { Handle } from './handle.tsx';
import { type PartSource, shortTime, spokenTime, timeOfKey } from './part.ts';
import { lengthOf, moveEnd, moveStart, type Range, shareOf, wholeRange } from './range.ts';
import { Span } from './span.tsx';

type PartLineProps = {
  readonly source: PartSource;
  readonly range: Range;
  /** Changes what is held, as often as a finger moves. */
  readonly onHold: (change: (range: Range) => Range) => void;
  readonly onRelease: () => void;
  /** A change that is chosen at once, by a key or a press. */
  readonly onStep: (range: Range) => void;
};

const MOVES = { start: moveStart, end: moveEnd } as const;

/** The line. */
export function PartLine({ source, range, onHold, onRelease, onStep }: PartLineProps) {
  const { t, language } = useWords();
  const { durationMs, chapters } = source;
  const whole = wholeRange(durationMs);
  const place = {
    '--trim-start': shareOf(range.startMs, whole),
    '--trim-end': shareOf(range.endMs, whole),
  } as CSSProperties;
  /** A press beside the handles moves the nearer one there. */
  const press = ({ currentTarget, clientX, button }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (button !== 0 || width === 0) return;
    const timeMs = ((clientX - left) / width) * durationMs;
    const isStart = timeMs < range.startMs + lengthOf(range) / 2;
    onStep(MOVES[isStart ? 'start' : 'end'](range, Math.round(timeMs / 1000) * 1000, whole));
  };
  return (
    <fieldset className="min-w-0" aria-label={t('part.line')}>
      <div className="trim-line part-line" dir="ltr" style={place}>
        <div className="trim-band" aria-hidden="true" onPointerDown={press}>
          <Span range={range} view={whole} className="part-kept" />
          {chapters.slice(1).map(({ startMs }) => (
            <span
              key={startMs}
              className="trim-tick"
              style={{ '--at': shareOf(startMs, whole) } as CSSProperties}
            />
          ))}
        </div>
        {(['start', 'end'] as const).map((which) => {
          const valueMs = which === 'start' ? range.startMs : range.endMs;
          const step = (toMs: number) => onStep(MOVES[which](range, toMs, whole));
          return (
            <Handle
              key={which}
              which={which}
              label={t(`part.${which}`)}
              durationMs={durationMs}
              viewMs={durationMs}
              valueMs={valueMs}
              valueText={spokenTime(valueMs, language)}
              isVisible
              disabled={false}
              onMove={(toMs) =>
                onHold((held) => MOVES[which](held, roundTo(toMs, durationMs), whole))
              }
              onRelease={onRelease}
              onStep={step}
              onKeyDown={(event) => {
                const toMs = timeOfKey(event, valueMs, durationMs);
                if (toMs === null) return;
                event.preventDefault();
                step(toMs);
              }}
            />
          );
        })}
      </div>
      <p className="part-ends" dir="ltr" aria-hidden="true">
        <span>{shortTime(0)}</span>
        <span>{shortTime(durationMs)}</span>
      </p>
    </fieldset>
  );
}

/** Whole seconds, where a finger cannot mean less; the end stays the end. */
function roundTo(timeMs: number, durationMs: number): number {
  if (timeMs >= durationMs) return durationMs;
  const stepMs = durationMs > 60_000 ? 1000 : 100;
  return Math.round(timeMs / stepMs) * stepMs;
}
