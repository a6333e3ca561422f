// The preview with its playback and frame-step controls.
import { ListVideo, Pause, Play, Repeat, StepBack, StepForward } from 'lucide-react';
import { CanvasSink } from 'mediabunny';
import { useEffect, useState } from 'react';
import type { Range } from '../../../cutting/range.ts';
import { formatTime } from '../../../cutting/times.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { OpenMedia } from '../media/open-media.ts';
import { blobOf } from '../media/snapshot.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import type { Player } from './use-player.ts';

const WIDTH_PX = 960;

/** Its address; undefined for a local file, and until it is drawn. */
function usePoster({ source, video }: OpenMedia): string | undefined {
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

type PreviewProps = {
  readonly media: OpenMedia;
  readonly player: Player;
  /** What "Play the selection" plays. */
  readonly parts: readonly Range[];
  /** What came of the last saved picture. */
  readonly note: string | null;
};

/** The preview; audio-only files have no picture. */
export function Preview({ media, player, parts, note }: PreviewProps) {
  const { t } = useTrimmerWords();
  const { isPlaying, positionMs, cannotPlay, isBlind } = player;
  const poster = usePoster(media);
  return (
    <div className="trim-preview">
      {/* biome-ignore lint/a11y/useMediaCaption: it is the visitor's own file; captions inside it are the browser's to show */}
      <video
        ref={player.element}
        src={player.url ?? undefined}
        playsInline
        preload={media.source.isLocal ? 'metadata' : 'none'}
        poster={poster}
        aria-label={t('trimmer.picture')}
        className={media.video && !isBlind ? 'trim-picture' : 'hidden'}
        style={{ aspectRatio: media.shape }}
      />
      {(isBlind || cannotPlay) && (
        <p role="status" className="rounded-md bg-sunk px-4 py-6 text-center text-soft text-sm">
          {t('trimmer.previewMissing')}
        </p>
      )}
      {/* Forward in time is to the right, in every language. */}
      <div className="mt-1 flex flex-wrap items-center max-sm:-mx-3 sm:mt-3 sm:gap-1" dir="ltr">
        <IconButton
          label={t('trimmer.frameBack')}
          icon={StepBack}
          onClick={() => player.seek(positionMs - media.frameMs)}
        />
        <IconButton
          label={isPlaying ? t('trimmer.pause') : t('trimmer.play')}
          icon={isPlaying ? Pause : Play}
          disabled={cannotPlay}
          onClick={player.toggle}
        />
        <IconButton
          label={t('trimmer.frameOn')}
          icon={StepForward}
          onClick={() => player.seek(positionMs + media.frameMs)}
        />
        <Button
          variant="quiet"
          icon={ListVideo}
          className="max-sm:gap-0"
          disabled={cannotPlay || parts.length === 0}
          onClick={() => player.playParts(parts)}
        >
          <span className="max-sm:sr-only">{t('trimmer.playPart')}</span>
        </Button>
        <IconButton
          label={t('trimmer.loop')}
          icon={Repeat}
          aria-pressed={player.isLooping}
          disabled={cannotPlay}
          onClick={player.toggleLoop}
        />
        <span
          className="ms-auto font-semibold text-sm tabular-nums max-sm:me-3"
          data-testid="position"
        >
          {formatTime(positionMs)}{' '}
          <span className="text-soft max-sm:hidden">/ {formatTime(media.durationMs)}</span>
        </span>
      </div>
      {note && (
        <p role="status" className="mt-2 text-soft text-sm">
          {note}
        </p>
      )}
    </div>
  );
}
