// The player of an uploaded video: first a button, so that nothing is fetched before a visitor plays it.
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TrendingItem } from '../../../shared/api/site.ts';
import { sendView } from '../../download-client/send-view.ts';
import { Icon } from '../../ui/icon.tsx';
import { VideoPicture } from '../../ui/pictures/video-picture.tsx';
import { useWords } from '../../words/words.tsx';
import { isSeen } from './played-seconds.ts';

type FilmProps = {
  readonly video: TrendingItem;
  /** Called if the video cannot be played. */
  readonly onBroken: () => void;
};

/** The thumbnail with a play button, and after a press the video. */
export function FilmPlayer(props: FilmProps) {
  const { t } = useWords();
  const { video } = props;
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <Film {...props} />;
  return (
    <VideoPicture video={video}>
      <button
        type="button"
        className="video-play"
        aria-label={t('trending.playVideo', { title: video.title })}
        onClick={() => setIsWanted(true)}
      >
        <Icon of={Play} size="large" />
      </button>
    </VideoPicture>
  );
}

function Film({ video, onBroken }: FilmProps) {
  const { id, title, videoUrl, thumbnailUrl } = video;
  const film = useRef<HTMLVideoElement>(null);
  const isReported = useRef(false);
  useEffect(() => {
    // The focused button is removed.
    film.current?.focus();
    film.current
      ?.play()
      .catch((error: unknown) => console.info('the video could not be started', error));
  }, []);
  const countIfSeen = () => {
    if (isReported.current || !film.current || !isSeen(film.current)) return;
    isReported.current = true;
    void sendView(id, 'play');
  };
  return (
    <div className="video-picture">
      {/* biome-ignore lint/a11y/useMediaCaption: operators upload videos without captions */}
      <video
        ref={film}
        src={videoUrl}
        poster={thumbnailUrl}
        aria-label={title}
        preload="none"
        controls
        playsInline
        onTimeUpdate={countIfSeen}
        onEnded={countIfSeen}
        onError={onBroken}
      />
    </div>
  );
}
