// The playlist that a link names: offered beside its video, and shown at once for a link to the playlist alone. Its videos have
// ticks; those that are ticked become a queue.
import { ListPlus, ListVideo } from 'lucide-react';
import { type ChangeEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ListAnswer, ListEntryAnswer } from '../../../../shared/api/list.ts';
import { MAX_LIST_ENTRIES } from '../../../../shared/limits.ts';
import { RequestError, requestJson } from '../../../browser/request.ts';
import { store } from '../../../browser/storage.ts';
import { type Failure, failureOf } from '../../../download-client/failure.ts';
import { failureWords } from '../../../download-client/failure-words.ts';
import type { PickedList } from '../../../download-client/flow-state.ts';
import { batchPath, leaveLinks } from '../../../download-client/hand-over.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatLength } from '../../../words/figures.ts';
import { useWords } from '../../../words/words.tsx';
import { Section } from '../section.tsx';
import './lists.css';

/** The place for one list; starts anew for another one. Requires the messages of `lists`. */
export function ListPlace(props: ListPlaceProps) {
  return <Place key={props.url} {...props} />;
}

function Place({ url, isAlone }: ListPlaceProps) {
  const { t } = useWords();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  if (isAlone) {
    return (
      <Section stage="choosing" heading={t('lists.heading')}>
        <ListContents url={url} isAlone />
      </Section>
    );
  }
  return (
    <Card className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>{t('lists.beside')}</p>
        <Button
          icon={ListVideo}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? t('lists.hide') : t('lists.show')}
        </Button>
      </div>
      <div id={id} className={isShown ? 'mt-6' : undefined}>
        {isShown && <ListContents url={url} isAlone={false} />}
      </div>
    </Card>
  );
}

/** `isAlone`: the link names no video beside the list. */
type ListPlaceProps = { readonly url: string; readonly isAlone: boolean };

type Reading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly list: ListAnswer }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Reads the list when it is asked for: the list, its skeleton, or a sentence and what can be done. */
function ListContents({ url, isAlone }: ListPlaceProps) {
  const { t } = useWords();
  const [reading, setReading] = useState<Reading>({ kind: 'loading' });
  const asking = useRef<AbortController>(null);
  const read = useCallback(async () => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    setReading({ kind: 'loading' });
    const found = await readList(url, signal);
    if (!signal.aborted) setReading(found);
  }, [url]);
  useEffect(() => {
    void read();
    return () => asking.current?.abort();
  }, [read]);

  return (
    <>
      <p role="status" className={reading.kind === 'loading' ? 'mb-3 text-soft' : 'sr-only'}>
        {reading.kind === 'loading'
          ? t('lists.loading')
          : reading.kind === 'here'
            ? t('lists.count', { count: reading.list.entries.length })
            : ''}
      </p>
      {reading.kind === 'loading' && <Skeleton className="h-96 w-full rounded-md" />}
      {reading.kind === 'here' && <ListVideos list={reading.list} isAlone={isAlone} />}
      {reading.kind === 'none' && <p role="alert">{t('lists.not_a_list')}</p>}
      {reading.kind === 'failed' && (
        <>
          <p role="alert" className="text-bad">
            {failureWords(reading.failure, 'YouTube', t)}
          </p>
          <Button className="mt-4" onClick={() => void read()}>
            {t('download.tryAgain')}
          </Button>
        </>
      )}
    </>
  );
}

async function readList(url: string, signal: AbortSignal): Promise<Reading> {
  try {
    const body = { url };
    const list = await requestJson<ListAnswer>('/api/lists', { method: 'POST', body, signal });
    return { kind: 'here', list };
  } catch (error) {
    const isNone = error instanceof RequestError && error.answer?.code === 'not_a_list';
    return isNone ? { kind: 'none' } : { kind: 'failed', failure: failureOf(error) };
  }
}

type ListVideosProps = {
  readonly list: ListAnswer;
  /** Whether downloading them is what the page is about. */
  readonly isAlone: boolean;
};

/** All videos are ticked at first. */
function ListVideos({ list, isAlone }: ListVideosProps) {
  const { t, code } = useWords();
  const { entries, title, author, isAlbum, unavailable, omitted } = list;
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
              onClick={() =>
                leavePicked({
                  title: title ?? t('lists.heading'),
                  isAlbum,
                  numbers: Object.fromEntries(picked.map(({ url, number }) => [url, number])),
                })
              }
            >
              {t('lists.start', { count })}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}

/** Leaves the links for the queue, and what it has to know of the list, which it takes with them. */
function leavePicked(list: PickedList): void {
  leaveLinks(Object.keys(list.numbers).join('\n'));
  store('batch-list', JSON.stringify(list), 'tab');
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
