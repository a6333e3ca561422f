// The playlist or album that a link names: offered beside its video, and shown at once for a link to the list alone. What is in
// it has ticks; what is ticked becomes a queue.
import { ListVideo } from 'lucide-react';
import { useId, useState } from 'react';
import { isYoutubeAlbum, youtubeList } from '../../../../shared/platforms/youtube/lists.ts';
import type { Failure } from '../../../download-client/failure.ts';
import { failureWords } from '../../../download-client/failure-words.ts';
import type { Format } from '../../../download-client/flow-state.ts';
import { nextStepOf } from '../../../download-client/next-step.ts';
import { AgainButton } from '../../../ui/again.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords, type Words } from '../../../words/words.tsx';
import { FailedSection } from '../failure/failed-section.tsx';
import { Section } from '../section.tsx';
import { ListVideos } from './list-videos.tsx';
import { type ListPages, useListPages } from './use-list-pages.ts';
import './lists.css';

const PLATFORM = 'YouTube';

/** The place for one list; starts anew for another one. Requires the messages of `lists`. */
export function ListPlace(props: ListPlaceProps) {
  const isAlbum = isYoutubeAlbum(youtubeList(new URL(props.url)) ?? '');
  const Place = props.isAlone ? ListAlone : ListBeside;
  return <Place key={props.url} {...props} isAlbum={isAlbum} />;
}

/** `isAlone`: the link names no video beside the list. `format`: what its videos are to become. */
type ListPlaceProps = {
  readonly url: string;
  readonly isAlone: boolean;
  readonly format: Format;
  readonly onEdit: () => void;
  readonly onAnother: () => void;
};

type PlaceProps = ListPlaceProps & { readonly isAlbum: boolean };

function ListAlone(props: PlaceProps) {
  const { t } = useWords();
  const list = useListPages(props.url);
  const album = String(props.isAlbum);
  const { pages, reading, read } = list;
  const failedHeading = t('lists.failedHeading', { album });
  if (reading.kind === 'none')
    return (
      <Section stage="choosing" heading={failedHeading} tone="bad">
        <p>{t('lists.not_a_list')}</p>
        <Button variant="primary" className="mt-5" onClick={props.onEdit}>
          {t('download.editLink')}
        </Button>
      </Section>
    );
  if (reading.kind === 'failed' && pages.length === 0)
    return (
      <FailedSection
        stage="choosing"
        heading={failedHeading}
        failure={reading.failure}
        text={ownWords(reading.failure, props.isAlbum, t)}
        platformName={PLATFORM}
        actions={{ again: read, choose: null, edit: props.onEdit, another: props.onAnother }}
      />
    );
  return (
    <Section stage="choosing" heading={t('lists.heading', { album })}>
      <ListContents list={list} {...props} />
    </Section>
  );
}

function ListBeside(props: PlaceProps) {
  const { t } = useWords();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const album = String(props.isAlbum);
  return (
    <Card className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>{t('lists.beside', { album })}</p>
        <Button
          icon={ListVideo}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'lists.hide' : 'lists.show', { album })}
        </Button>
      </div>
      <div id={id} className={isShown ? 'mt-6' : undefined}>
        {isShown && <ShownBeside {...props} />}
      </div>
    </Card>
  );
}

function ShownBeside(props: PlaceProps) {
  return <ListContents list={useListPages(props.url)} {...props} />;
}

/** What a failure means for a list, where that is not what it means for a post. */
function ownWords({ code }: Failure, isAlbum: boolean, t: Words['t']): string | undefined {
  if (code === 'private' || code === 'login_required') return t('lists.private');
  return code === 'not_found' ? t('lists.notFound', { album: String(isAlbum) }) : undefined;
}

type ListContentsProps = Omit<PlaceProps, 'url'> & { readonly list: ListPages };

/** The list as far as it has been read, its skeleton, and why the page asked for last is missing. */
function ListContents({ list, isAlone, isAlbum, format }: ListContentsProps) {
  const { t } = useWords();
  const { pages, reading, read } = list;
  const album = String(isAlbum);
  const next = reading.kind === 'failed' ? nextStepOf(reading.failure) : null;
  const isFirst = pages.length === 0;
  return (
    <>
      <p
        role="status"
        className={isFirst && reading.kind === 'loading' ? 'mb-3 text-soft' : 'sr-only'}
      >
        {reading.kind === 'loading' && t('lists.loading', { album })}
        {reading.kind === 'here' && t('lists.count', { album, count: list.videos.length })}
      </p>
      {isFirst && reading.kind === 'loading' && <Skeleton className="h-96 w-full rounded-md" />}
      {!isFirst && <ListVideos list={list} isAlone={isAlone} isAlbum={isAlbum} format={format} />}
      {reading.kind === 'none' && <p role="alert">{t('lists.not_a_list')}</p>}
      {reading.kind === 'failed' && (
        <>
          <p role="alert" className="mt-4 text-bad">
            {ownWords(reading.failure, isAlbum, t) ?? failureWords(reading.failure, PLATFORM, t)}
          </p>
          {next?.step === 'again' && (
            <AgainButton className="mt-4" waitSeconds={next.waitSeconds} onAgain={read} />
          )}
        </>
      )}
    </>
  );
}
