// The videos of a playlist with ticks; those that are ticked become a queue.
import { ListPlus } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import type { ListAnswer, ListEntryAnswer } from '../../../../shared/api/list.ts';
import { MAX_LIST_ENTRIES } from '../../../../shared/limits.ts';
import { batchPath, leaveLinks } from '../../../download-client/hand-over.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';

type ListVideosProps = {
  readonly list: ListAnswer;
  /** Whether downloading them is what the page is about. */
  readonly isAlone: boolean;
};

/** All videos are ticked at first. */
export function ListVideos({ list, isAlone }: ListVideosProps) {
  const { t, code } = useWords();
  const { entries, title, author, unavailable, omitted } = list;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const picked = entries.filter(({ id }) => !left.has(id));
  const count = picked.length;
  const Heading = isAlone ? 'h3' : 'h2';
  const leave = (id: string, isLeft: boolean) => {
    const next = new Set(left);
    if (isLeft) next.add(id);
    else next.delete(id);
    setLeft(next);
  };
  return (
    <>
      <Heading className="text-lg [overflow-wrap:anywhere]" dir="auto">
        {title ?? t('lists.heading')}
      </Heading>
      <p className="text-soft text-sm">
        <bdi>{author}</bdi>
        {author && entries.length > 0 && ' · '}
        {entries.length > 0 && t('lists.count', { count: entries.length })}
      </p>
      {entries.length === 0 ? (
        <p className="mt-4">{unavailable > 0 ? t('lists.allGone') : t('lists.empty')}</p>
      ) : (
        <>
          <div className="list-all">
            <label>
              <input
                type="checkbox"
                checked={left.size === 0}
                onChange={(event) =>
                  setLeft(new Set(event.target.checked ? [] : entries.map(({ id }) => id)))
                }
              />
              {t('lists.all')}
            </label>
            <p className="text-soft text-sm tabular-nums" role="status">
              {t('lists.picked', { count })}
            </p>
          </div>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role where the list style is none */}
          <ul role="list" className="list-videos">
            {entries.map((entry) => (
              <Video
                key={entry.id}
                entry={entry}
                isPicked={!left.has(entry.id)}
                onChange={(event) => leave(entry.id, !event.target.checked)}
              />
            ))}
          </ul>
          {unavailable > 0 && (
            <p className="mt-3 text-soft text-sm">
              {t('lists.unavailable', { count: unavailable })}
            </p>
          )}
        </>
      )}
      {omitted !== 0 && (
        <p className="mt-3 text-soft text-sm">
          {omitted === null
            ? t('lists.longer', { most: MAX_LIST_ENTRIES })
            : t('lists.omitted', { count: omitted, most: MAX_LIST_ENTRIES })}
        </p>
      )}
      {entries.length > 0 && (
        <div className="mt-5">
          {count === 0 ? (
            <Button size="large" wide icon={ListPlus} disabled>
              {t('lists.start', { count })}
            </Button>
          ) : (
            <ButtonLink
              variant={isAlone ? 'primary' : 'secondary'}
              size="large"
              wide
              icon={ListPlus}
              href={batchPath(code)}
              onClick={() => leaveLinks(picked.map(({ url }) => url).join('\n'))}
            >
              {t('lists.start', { count })}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}

type VideoProps = {
  readonly entry: ListEntryAnswer;
  readonly isPicked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

function Video({ entry, isPicked, onChange }: VideoProps) {
  const { t } = useWords();
  const { title, thumbnailUrl, durationSeconds } = entry;
  return (
    <li>
      <label className="list-video">
        <input type="checkbox" checked={isPicked} onChange={onChange} />
        <span className="list-picture">
          {thumbnailUrl && <img src={thumbnailUrl} alt="" width={128} height={72} loading="lazy" />}
          {durationSeconds !== null && (
            <span className="list-length" dir="ltr">
              {formatLength(durationSeconds)}
            </span>
          )}
        </span>
        <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]" dir="auto">
          {title ?? t('lists.untitled')}
        </span>
      </label>
    </li>
  );
}
