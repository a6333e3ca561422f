// The videos of a playlist with their ticks, page after page, and the way to the queue.
import { Ban, ListPlus, ListVideo } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef } from 'react';
import type { ListAnswer, ListEntryAnswer } from '../../../../shared/api/list.ts';
import { MAX_LIST_ENTRIES, MAX_LIST_PAGES } from '../../../../shared/limits.ts';
import { storeInTab } from '../../../browser/storage.ts';
import type { Format, PickedList } from '../../../download-client/flow-state.ts';
import { batchPath, leaveLinks } from '../../../download-client/hand-over.ts';
import { MAX_LINKS } from '../../../download-client/read-list.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import type { ListPages } from './use-list-pages.ts';

type ListVideosProps = {
  readonly list: ListPages;
  /** Whether downloading them is what the page is about. */
  readonly isAlone: boolean;
  readonly isAlbum: boolean;
  readonly format: Format;
};

/** The list; all videos of its first page are ticked at first. */
export function ListVideos({ list, isAlone, isAlbum, format }: ListVideosProps) {
  const { t } = useWords();
  const { pages, videos, picked, pick } = list;
  const [first] = pages;
  const unavailable = pages.reduce((sum, page) => sum + page.unavailable, 0);
  const omitted = pages.at(-1)?.omitted ?? null;
  const album = String(isAlbum);
  const Heading = isAlone ? 'h3' : 'h2';
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(picked);
    if (isTicked) next.add(id);
    else next.delete(id);
    pick(next);
  };
  return (
    <>
      <Heading className="text-lg [overflow-wrap:anywhere]" dir="auto">
        {first?.title ?? t('lists.heading', { album })}
      </Heading>
      <p className="text-soft text-sm">
        <bdi>{first?.author}</bdi>
        {first?.author && videos.length > 0 && ' · '}
        {videos.length > 0 &&
          (omitted
            ? t('lists.shown', {
                album,
                shown: videos.length + unavailable,
                count: videos.length + unavailable + omitted,
              })
            : t('lists.count', { album, count: videos.length }))}
      </p>
      {videos.length === 0 ? (
        <p className="mt-4">{t(unavailable > 0 ? 'lists.allGone' : 'lists.empty', { album })}</p>
      ) : (
        <>
          <div className="list-all">
            <label>
              <input
                type="checkbox"
                checked={videos.every(({ id }) => picked.has(id))}
                onChange={(event) =>
                  pick(new Set(event.target.checked ? videos.map(({ id }) => id) : []))
                }
              />
              {t('lists.all', { album })}
            </label>
            <p className="text-soft text-sm tabular-nums" role="status">
              {t('lists.picked', { album, count: picked.size })}
            </p>
          </div>
          <Rows pages={pages} picked={picked} album={album} onTick={tick} />
          {unavailable > 0 && (
            <p className="mt-3 text-soft text-sm">
              {t('lists.unavailable', { album, count: unavailable })}
            </p>
          )}
        </>
      )}
      <More list={list} omitted={omitted} album={album} />
      {videos.length > 0 && (
        <Start list={list} isAlone={isAlone} isAlbum={isAlbum} format={format} />
      )}
    </>
  );
}

type RowsProps = {
  readonly pages: readonly ListAnswer[];
  readonly picked: ReadonlySet<string>;
  readonly album: string;
  readonly onTick: (id: string, isTicked: boolean) => void;
};

/** All rows in the order of the list. The focus goes to the first one of a page that was added. */
function Rows({ pages, picked, album, onTick }: RowsProps) {
  const pageCount = useRef(pages.length);
  const added = pages.at(-1)?.entries[0]?.id;
  useEffect(() => {
    if (pages.length === pageCount.current) return;
    pageCount.current = pages.length;
    if (added !== undefined) document.getElementById(`video-${added}`)?.focus();
  }, [pages.length, added]);
  const place = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { navigation } = window as { readonly navigation?: Navigation };
    const leave = ({ destination, downloadRequest }: NavigateEvent) => {
      if (!destination.sameDocument && downloadRequest === null) stopPictures(place.current);
    };
    navigation?.addEventListener('navigate', leave);
    return () => navigation?.removeEventListener('navigate', leave);
  }, []);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role where the list style is none
    <ul ref={place} role="list" className="list-videos">
      {pages.flatMap(({ entries, absent }) =>
        [...entries, ...absent]
          .sort((one, other) => one.number - other.number)
          .map((row) =>
            'why' in row ? (
              <Absent key={row.number} why={row.why} />
            ) : (
              <Video
                key={row.number}
                entry={row}
                isPicked={picked.has(row.id)}
                album={album}
                onChange={(event) => onTick(row.id, event.target.checked)}
              />
            ),
          ),
      )}
    </ul>
  );
}

/** Over HTTP/1.1, dozens of them would hold all six connections, and the next page would wait for seconds. */
function stopPictures(list: HTMLElement | null): void {
  for (const picture of list?.querySelectorAll('img') ?? [])
    if (!picture.complete) picture.removeAttribute('src');
}

type MoreProps = {
  readonly list: ListPages;
  readonly omitted: number | null;
  readonly album: string;
};

/** How many follow, and the button that shows the next page of them. */
function More({ list: { pages, reading, read }, omitted, album }: MoreProps) {
  const { t } = useWords();
  if (omitted === 0) return null;
  const hasNext = pages.at(-1)?.nextPage !== null;
  const isFailed = reading.kind === 'failed';
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-soft text-sm">
        {omitted === null
          ? t('lists.longer', { album })
          : t('lists.omitted', { album, count: omitted })}
        {!hasNext && ` ${t('lists.most', { most: MAX_LIST_ENTRIES * MAX_LIST_PAGES })}`}
      </p>
      {hasNext && !isFailed && (
        <Button icon={ListVideo} busy={reading.kind === 'loading'} onClick={read}>
          {t('lists.more', {
            album,
            count: Math.min(MAX_LIST_ENTRIES, omitted ?? MAX_LIST_ENTRIES),
          })}
        </Button>
      )}
    </div>
  );
}

function Start({ list: { pages, videos, picked }, isAlone, isAlbum, format }: ListVideosProps) {
  const { t, code } = useWords();
  const album = String(isAlbum);
  const wanted = videos.filter(({ id }) => picked.has(id)).slice(0, MAX_LINKS);
  const count = wanted.length;
  return (
    <div className="mt-5">
      {picked.size > MAX_LINKS && (
        <p className="mb-3 text-sm">{t('lists.tooMany', { album, most: MAX_LINKS })}</p>
      )}
      {count === 0 ? (
        <Button size="large" wide icon={ListPlus} disabled>
          {t('lists.start', { album, count })}
        </Button>
      ) : (
        <ButtonLink
          variant={isAlone ? 'primary' : 'secondary'}
          size="large"
          wide
          icon={ListPlus}
          href={batchPath(code)}
          onClick={() =>
            leavePicked({
              title: pages[0]?.title ?? t('lists.heading', { album }),
              isAlbum,
              format,
              numbers: Object.fromEntries(wanted.map(({ url, number }) => [url, number])),
            })
          }
        >
          {t('lists.start', { album, count })}
        </ButtonLink>
      )}
    </div>
  );
}

/** Leaves the links for the queue, and what it has to know of the list, which it takes with them. */
function leavePicked(list: PickedList): void {
  leaveLinks(Object.keys(list.numbers).join('\n'));
  storeInTab('batch-list', list);
}

type VideoProps = {
  readonly entry: ListEntryAnswer;
  readonly isPicked: boolean;
  readonly album: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

function Video({ entry, isPicked, album, onChange }: VideoProps) {
  const { t } = useWords();
  const { title, thumbnailUrl, durationSeconds } = entry;
  return (
    <li>
      <label className="list-video">
        <input id={`video-${entry.id}`} type="checkbox" checked={isPicked} onChange={onChange} />
        <span className="list-picture">
          {thumbnailUrl && <img src={thumbnailUrl} alt="" width={128} height={72} loading="lazy" />}
          {durationSeconds !== null && (
            <span className="list-length" dir="ltr">
              {formatLength(durationSeconds)}
            </span>
          )}
        </span>
        <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]" dir="auto">
          {title ?? t('lists.untitled', { album })}
        </span>
      </label>
    </li>
  );
}

/** A video that cannot be downloaded, where it is in the list. */
function Absent({ why }: Pick<ListAnswer['absent'][number], 'why'>) {
  const { t } = useWords();
  return (
    <li className="list-absent">
      <Ban aria-hidden="true" className="size-5" />
      {t('lists.absent', { why })}
    </li>
  );
}
