// The message for a trending video that is no longer available, with two links.
import { ExternalLink } from 'lucide-react';
import type { TrendingItem } from '../../../shared/site-api.ts';
import { usePage } from '../../app/page-context.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { useWords } from '../../words/words.tsx';
import { EXTERNAL_LINK } from './external-link.ts';
import { pageOfPlatform } from './link-targets.ts';

type GoneVideoProps = {
  readonly video: TrendingItem;
  /** Whether this visitor's attempt to play it has just failed. */
  readonly isNews: boolean;
};

/** The message and its links; the second one leads to the platform's page. */
export function GoneVideo({ video, isNews }: GoneVideoProps) {
  const { t } = useWords();
  const page = usePage();
  const { title, videoUrl, platform, platformId } = video;
  return (
    <>
      <div className="video-gone" role={isNews ? 'alert' : undefined}>
        <p>{t('trending.gone')}</p>
        <p>{t('trending.goneText')}</p>
      </div>
      <div className="video-actions">
        <ButtonLink
          href={pageOfPlatform(platformId, languageOf(page.language).prefix)}
          aria-label={
            platformId === null ? undefined : t('trending.downloadSimilarTo', { platform })
          }
        >
          {t('trending.downloadSimilar')}
        </ButtonLink>
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
