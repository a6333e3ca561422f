// The actions of an available trending video: download it here, or open it on its platform.
import { Download, ExternalLink } from 'lucide-react';
import type { TrendingItem } from '../../../shared/site-api.ts';
import { isOwnFile } from '../../../shared/trending.ts';
import { usePage } from '../../app/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/words.tsx';
import { EXTERNAL_LINK } from './external-link.ts';
import { downloaderFor } from './link-targets.ts';
import { sendView } from './send-view.ts';

/** The links. Only featured videos have a primary button, so that they stand out. */
export function VideoActions({ video }: { readonly video: TrendingItem }) {
  const { t } = useWords();
  const { home } = usePage();
  const { id, title, videoUrl, featured, downloadable } = video;
  const isOwn = isOwnFile(videoUrl, location.origin);
  const canDownload = isOwn || downloadable;
  const main = featured ? 'primary' : 'secondary';
  const target = isOwn
    ? { href: videoUrl, download: '', onClick: () => void sendView(id, 'download') }
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
