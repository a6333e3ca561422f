// What can be done with a trending video that is there: download it here, or see it where it is from.
import { Download, ExternalLink } from 'lucide-react';
import type { TrendingItem } from '../../../shared/site-api.ts';
import { isOwnFile } from '../../../shared/trending.ts';
import { usePage } from '../../app/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { OUTWARD } from './outward.ts';
import { downloaderFor } from './places-of-video.ts';
import { tellView } from './tell-view.ts';

/** The links. What is featured has the louder button: a page full of loud ones would name none. */
export function VideoActions({ video }: { readonly video: TrendingItem }) {
  const { t } = useWords();
  const { home } = usePage();
  const { id, title, videoUrl, featured, downloadable } = video;
  const isOwn = isOwnFile(videoUrl, location.origin);
  const canDownload = isOwn || downloadable;
  const main = featured ? 'primary' : 'secondary';
  const target = isOwn
    ? { href: videoUrl, download: '', onClick: () => void tellView(id, 'download') }
    : { href: downloaderFor(videoUrl, home) };
  return (
    <div className="video-actions">
      {canDownload && (
        <ButtonLink
          {...target}
          variant={main}
          icon={Download}
          aria-label={t('trending.downloadVideo', { title })}
        >
          {t('trending.download')}
        </ButtonLink>
      )}
      <ButtonLink
        {...OUTWARD}
        href={videoUrl}
        variant={canDownload ? 'quiet' : main}
        icon={ExternalLink}
        aria-label={t('trending.originalVideo', { title })}
      >
        {t('trending.original')}
      </ButtonLink>
    </div>
  );
}
