// One trending video: thumbnail, title, facts and actions. Titles and descriptions are plain text.
import { Star } from 'lucide-react';
import { useState } from 'react';
import type { TrendingItem } from '../../../shared/api/site.ts';
import { isOwnFile, UNKNOWN_PLATFORM } from '../../../shared/trending.ts';
import { usePage } from '../../page/page-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { VideoPicture } from '../../ui/pictures/video-picture.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { writeDay } from '../../words/day.ts';
import { useWords } from '../../words/words.tsx';
import { FilmPlayer } from './film-player.tsx';
import { GoneVideo } from './gone-video.tsx';
import { VideoActions } from './video-actions.tsx';

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
