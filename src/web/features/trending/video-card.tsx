// One trending video: its thumbnail or player, title, facts and actions, or the message that it is gone. Titles and descriptions
// are plain text.
import { Download, ExternalLink, Play, Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TrendingItem } from '../../../shared/api/site.ts';
import { isOwnFile, UNKNOWN_PLATFORM } from '../../../shared/trending.ts';
import { downloadTarget } from '../../download-client/download-target.ts';
import { searchLike } from '../../download-client/link-targets.ts';
import { sendView } from '../../download-client/send-view.ts';
import { usePage } from '../../page/page-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VideoPicture } from '../../ui/pictures/video-picture.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import { useWords } from '../../words/words.tsx';
import { isSeen } from './played-seconds.ts';

type VideoCardProps = {
  readonly video: TrendingItem;
  readonly all: readonly TrendingItem[];
  /** Whether the URL's fragment names it. */
  readonly isLinked: boolean;
};

/** The card; its id is the target of fragments. */
export function VideoCard({ video, all, isLinked }: VideoCardProps) {
  const { t } = useWords();
  const { id, title, description, featured, available, videoUrl } = video;
  const [isBroken, setIsBroken] = useState(false);
  const isThere = available && !isBroken;
  return (
    <li
      id={id}
      className="video-card"
      aria-current={isLinked || undefined}
      data-gone={!isThere || undefined}
    >
      {isThere && isOwnFile(videoUrl, location.origin) ? (
        <FilmPlayer video={video} onBroken={() => setIsBroken(true)} />
      ) : (
        <VideoPicture video={video} />
      )}
      {featured && (
        <p className="video-featured">
          <Badge tone="accent" icon={Star}>
            {t('trending.featured')}
          </Badge>
        </p>
      )}
      <div className="video-text">
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <VideoFacts video={video} />
        {description && (
          <p className="video-description">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      {isThere ? (
        <VideoActions video={video} />
      ) : (
        <GoneVideo video={video} all={all} isNews={isBroken} />
      )}
    </li>
  );
}

/** The line. Views are shown if there are any. */
function VideoFacts({ video }: { readonly video: TrendingItem }) {
  const { t, language } = useWords();
  const page = usePage();
  const { platform, viewCount, createdAt } = video;
  const views = new Intl.NumberFormat(language, { notation: 'compact' }).format(viewCount);
  return (
    <p className="video-facts">
      <span>{platform === UNKNOWN_PLATFORM ? t('trending.unknownPlatform') : platform}</span>
      {viewCount > 0 && <span>{t('trending.views', { count: viewCount, views })}</span>}
      <time dateTime={createdAt}>
        {writeDay(createdAt.slice(0, 10), languageOf(page.language))}
      </time>
    </p>
  );
}

type GoneVideoProps = {
  readonly video: TrendingItem;
  /** All of the list, among which similar ones are looked for. */
  readonly all: readonly TrendingItem[];
  /** Whether this visitor's attempt to play it has just failed. */
  readonly isNews: boolean;
};

/** What to do instead of a video that is gone; the first link leads to similar videos, if there are any. */
function GoneVideo({ video, all, isNews }: GoneVideoProps) {
  const { t } = useWords();
  const page = usePage();
  const { title, videoUrl } = video;
  const similar = searchLike(video, all, languageOf(page.language).prefix);
  return (
    <>
      <div className="video-gone" role={isNews ? 'alert' : undefined}>
        <p>{t('trending.gone')}</p>
        <p>{t('trending.goneText')}</p>
      </div>
      <div className="video-actions">
        {similar && (
          <ButtonLink href={similar} aria-label={t('trending.downloadSimilarTo', { title })}>
            {t('trending.downloadSimilar')}
          </ButtonLink>
        )}
        <ButtonLink
          {...EXTERNAL_LINK}
          href={videoUrl}
          variant="quiet"
          icon={ExternalLink}
          aria-label={t('trending.tryDirectLinkOf', { title })}
        >
          {t('trending.tryDirectLink')}
        </ButtonLink>
      </div>
    </>
  );
}

/** Downloads it here, or opens it on its platform. */
function VideoActions({ video }: { readonly video: TrendingItem }) {
  const { t } = useWords();
  const { home } = usePage();
  const { title, videoUrl, downloadable } = video;
  const isOwn = isOwnFile(videoUrl, location.origin);
  const canDownload = isOwn || downloadable;
  return (
    <div className="video-actions">
      {canDownload && (
        <ButtonLink
          {...downloadTarget(video, home)}
          icon={Download}
          aria-label={t('trending.downloadVideo', { title })}
        >
          {t('trending.download')}
        </ButtonLink>
      )}
      <ButtonLink
        {...EXTERNAL_LINK}
        href={videoUrl}
        variant={canDownload ? 'quiet' : 'secondary'}
        icon={ExternalLink}
        aria-label={t('trending.originalVideo', { title })}
      >
        {t('trending.original')}
      </ButtonLink>
    </div>
  );
}

/** Links to other sites open in a new tab, without access to this one. */
const EXTERNAL_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

type FilmProps = {
  readonly video: TrendingItem;
  /** Called if the video cannot be played. */
  readonly onBroken: () => void;
};

/** An uploaded video: its thumbnail with a play button, and after a press the video. Nothing is fetched before. */
function FilmPlayer(props: FilmProps) {
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
