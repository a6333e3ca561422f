// The picture of a trending video in a place of its own; a sign for film where there is none, or it does not come.
import { Film } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TrendingItem } from '../../../shared/site-api.ts';
import { Icon } from '../../ui/icon.tsx';

type VideoPictureProps = {
  readonly video: TrendingItem;
  /** What stands on it. */
  readonly children?: ReactNode;
};

/** Decorative: the title stands right under it. The place is 16:9 from the start. */
export function VideoPicture({ video, children }: VideoPictureProps) {
  const { thumbnailUrl } = video;
  const [isMissing, setIsMissing] = useState(false);
  return (
    <div className="video-picture">
      {thumbnailUrl && !isMissing ? (
        <img
          src={thumbnailUrl}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          onError={() => setIsMissing(true)}
        />
      ) : (
        <Icon of={Film} size="large" />
      )}
      {children}
    </div>
  );
}
