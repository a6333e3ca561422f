// Videos of YouTube: each leads to its download; several that are ticked become a queue.
import { Download, ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { SearchItem } from '../../../shared/api/search.ts';
import { batchPath, leaveLinks } from '../../download-client/hand-over.ts';
import { downloaderFor } from '../../download-client/link-targets.ts';
import { usePage } from '../../page/page-context.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { VideoPicture } from '../../ui/pictures/video-picture.tsx';
import { formatLength } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { Marked } from './marked.tsx';

type YoutubeVideo = Extract<SearchItem, { kind: 'youtube' }>;

/** The list; nothing is ticked at first. */
export function YoutubeList({ videos }: { readonly videos: readonly YoutubeVideo[] }) {
  const { t, code } = useWords();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const links = videos.map(({ url }) => url).filter((url) => picked.has(url));
  const count = links.length;
  const pick = (url: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(url);
    else next.delete(url);
    setPicked(next);
  };
  return (
    <>
      <ul className="search-results">
        {videos.map((video) => (
          <VideoRow
            key={video.url}
            video={video}
            isPicked={picked.has(video.url)}
            onPick={(isPicked) => pick(video.url, isPicked)}
          />
        ))}
      </ul>
      {count === 0 ? (
        <Button wide icon={ListPlus} disabled className="mt-5">
          {t('search.start', { count })}
        </Button>
      ) : (
        <ButtonLink
          wide
          icon={ListPlus}
          className="mt-5"
          href={batchPath(code)}
          onClick={() => leaveLinks(links.join('\n'))}
        >
          {t('search.start', { count })}
        </ButtonLink>
      )}
    </>
  );
}

type VideoRowProps = {
  readonly video: YoutubeVideo;
  readonly isPicked: boolean;
  readonly onPick: (isPicked: boolean) => void;
};

function VideoRow({ video, isPicked, onPick }: VideoRowProps) {
  const { t } = useWords();
  const { home } = usePage();
  const { url, title, titleMarks, author, durationSeconds } = video;
  return (
    <li className="search-result search-video">
      <label className="search-pick">
        <input
          type="checkbox"
          aria-label={t('search.pick', { title })}
          checked={isPicked}
          onChange={(event) => onPick(event.target.checked)}
        />
        <VideoPicture video={video}>
          {durationSeconds !== null && (
            <span className="search-length" dir="ltr">
              {formatLength(durationSeconds)}
            </span>
          )}
        </VideoPicture>
      </label>
      <div className="min-w-0">
        {author && (
          <p className="search-kind">
            <bdi>{author}</bdi>
          </p>
        )}
        <h3 dir="auto">
          <Marked text={title} marks={titleMarks} />
        </h3>
      </div>
      <ButtonLink
        href={downloaderFor(url, home)}
        icon={Download}
        aria-label={t('search.downloadOf', { title })}
      >
        {t('search.download')}
      </ButtonLink>
    </li>
  );
}
