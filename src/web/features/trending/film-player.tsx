// A film of this site in the place of its picture: a button first, so that nothing is fetched before a visitor plays it.
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TrendingItem } from '../../../shared/site-api.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/words.tsx';
import { isSeen } from './played-seconds.ts';
import { tellView } from './tell-view.ts';
import { VideoPicture } from './video-picture.tsx';

type FilmProps = {
  readonly video: TrendingItem;
  /** Called when it cannot be played. */
  readonly onBroken: () => void;
};

/** The picture with a button on it, and once that was pressed the film. */
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
    // The button that was pressed is gone.
    film.current?.focus();
    film.current
      ?.play()
      .catch((error: unknown) => console.info('the film waits for its own button', error));
  }, []);
  const look = () => {
    if (isReported.current || !film.current || !isSeen(film.current)) return;
    isReported.current = true;
    void tellView(id, 'play');
  };
  return (
    <div className="video-picture">
      {/* biome-ignore lint/a11y/useMediaCaption: operators bring the film alone, there are no words to show */}
      <video
        ref={film}
        src={videoUrl}
        poster={thumbnailUrl}
        aria-label={title}
        preload="none"
        controls
        playsInline
        onTimeUpdate={look}
        onEnded={look}
        onError={onBroken}
      />
    </div>
  );
}
