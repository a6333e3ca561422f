// Chooses the thumbnail frame of a video that this browser can play.
import { useEffect, useId, useState } from 'react';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';

/** `source` is a URL of this site or an object URL; with `seconds` null the server chooses the frame. */
export type FrameChooserProps = {
  readonly source: string;
  readonly seconds: number | null;
  readonly disabled: boolean;
  readonly onChange: (seconds: number) => void;
};

const STEP_SECONDS = 0.1;
/** The server's default position of the frame, as a share of the length. */
const USUAL_SHARE = 0.1;

/** The paused video with a slider. */
export function FrameChooser({ source, seconds, disabled, onChange }: FrameChooserProps) {
  const { t } = useWords();
  const id = useId();
  const [lengthSeconds, setLengthSeconds] = useState<number | null>(null);
  const [isUnknown, setIsUnknown] = useState(false);
  const [film, setFilm] = useState<HTMLVideoElement | null>(null);
  const shown = seconds ?? (lengthSeconds ?? 0) * USUAL_SHARE;
  useEffect(() => {
    if (film && lengthSeconds !== null) film.currentTime = shown;
  }, [film, lengthSeconds, shown]);

  if (isUnknown) return <p className="text-sm text-soft">{t('operators-trending.frameUnknown')}</p>;
  const canSeek = lengthSeconds !== null;
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{t('operators-trending.frame')}</p>
      <video
        ref={setFilm}
        src={source}
        className="frame-film"
        muted
        playsInline
        preload="auto"
        tabIndex={-1}
        onLoadedMetadata={({ currentTarget: { duration, videoWidth } }) => {
          if (Number.isFinite(duration) && duration > 0 && videoWidth > 0)
            setLengthSeconds(duration);
          else setIsUnknown(true);
        }}
        onError={() => setIsUnknown(true)}
      />
      <label htmlFor={id} className="sr-only">
        {t('operators-trending.frameAt')}
      </label>
      <div className="frame-slider" dir="ltr">
        <input
          id={id}
          type="range"
          min={0}
          max={Math.max(0, (lengthSeconds ?? 0) - STEP_SECONDS)}
          step={STEP_SECONDS}
          value={shown}
          disabled={disabled || !canSeek}
          aria-valuetext={formatMoment(shown)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <span className="tabular-nums">{formatMoment(shown)}</span>
      </div>
      <p className="text-sm text-soft">{t('operators-trending.frameHint')}</p>
    </div>
  );
}

/** Returns a time with tenths: `0:01.5`. */
function formatMoment(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${formatLength(Math.floor(tenths / 10))}.${tenths % 10}`;
}
