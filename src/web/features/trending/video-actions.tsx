// The actions of an available trending video: download it here, or open it on its platform.
import { Download, ExternalLink } from 'lucide-react';
import type { TrendingItem } from '../../../shared/api/site.ts';
import { isOwnFile } from '../../../shared/trending.ts';
import { downloadTarget } from '../../download-client/download-target.ts';
import { usePage } from '../../page/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { EXTERNAL_LINK } from './external-link.ts';

/** The links. Only featured videos have a primary button, so that they stand out. */
export function VideoActions({ video }: { readonly video: TrendingItem }) {
  const { t } = useWords();
  const { home } = usePage();
  const { title, videoUrl, featured, downloadable } = video;
  const isOwn = isOwnFile(videoUrl, location.origin);
  const canDownload = isOwn || downloadable;
  const main = featured ? 'primary' : 'secondary';
  return (
    <div className="video-actions">
      {canDownload && (
        <ButtonLink
          {...downloadTarget(video, home)}
          variant={main}
          icon={Download}
          aria-label={t('trending.downloadVideo', { title })}
        >
          {t('trending.download')}
        </ButtonLink>
      )}
      <ButtonLink
        {...EXTERNAL_LINK}
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
