// The thumbnail of a trending video in reserved space; an icon if there is none or it does not load.
import { Film } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Icon } from '../icon.tsx';

type VideoPictureProps = {
  readonly video: { readonly thumbnailUrl?: string | null | undefined };
  /** Rendered above the picture. */
  readonly children?: ReactNode;
};

/** The thumbnail, 16:9; decorative, since the title is right below it. */
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
