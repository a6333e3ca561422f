// A post of several items: all of them or those that are ticked as one ZIP file, one alone, and all pictures as a video. A chunk of
// its own.

import { Film, Image, Music, Video } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { DownloadRequest } from '../../../../shared/api/download.ts';
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import { SECONDS_PER_PICTURE } from '../../../../shared/media/slideshow.ts';
import type { Choice } from '../../../download-client/flow-state.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { formatBytes, formatLength } from '../../../words/figures.ts';
import { MoreWords, useWords } from '../../../words/words.tsx';
import type { Flow } from '../flow/flow.ts';
import { tickedOf } from '../flow/read-choice.ts';
import { AsZip } from './as-zip.tsx';

/** The part for one post; starts anew for another one. Suspends until its messages are loaded. */
export function WholePost(props: PostOptionsProps) {
  return (
    <MoreWords group="post">
      <PostOptions key={props.answer.id} {...props} />
    </MoreWords>
  );
}

/** The post, and the flow of its page. `children` are the choices for one item, shown while exactly one is ticked. */
type PostOptionsProps = {
  readonly flow: Pick<Flow, 'start' | 'choose'>;
  readonly answer: InspectAnswer;
  readonly choice: Choice;
  readonly children: ReactNode;
};

/** The items with what can be made of them. */
function PostOptions({ flow, answer, choice, children }: PostOptionsProps) {
  const { t } = useWords();
  const [isCollecting, setIsCollecting] = useState(false);
  const ticked = tickedOf(answer, choice);
  const tickedIds = ticked.map(({ id }) => id);
  const [only = null, ...others] = tickedIds;
  const isWhole = ticked.length === 0;
  const count = isWhole ? answer.items.length : ticked.length;
  return (
    <>
      <ItemPicker
        answer={answer}
        tickedIds={tickedIds}
        disabled={isCollecting}
        onTick={(ids) =>
          flow.choose({ tickedIds: ids, itemId: ids[0] ?? null, offerId: null, part: undefined })
        }
      />
      {only !== null && others.length === 0 ? (
        children
      ) : (
        <AsZip
          key={tickedIds.join(' ')}
          className={BAR}
          answer={answer}
          members={(isWhole ? answer.items : ticked).map((item) => ({
            id: item.id,
            name: t('post.item', { kind: item.kind, index: item.index }),
            request: { url: answer.url, ...requestFor(item) },
          }))}
          hint={t('post.zipHint')}
          label={t(isWhole ? 'post.zipAll' : 'post.zipTicked', { count })}
          onCollecting={setIsCollecting}
        />
      )}
      {answer.slideshow && answer.slideshow.pictures > 1 && (
        <AsVideo flow={flow} slideshow={answer.slideshow} />
      )}
    </>
  );
}

/** Stays at the bottom of the screen while items are ticked above it. */
const BAR =
  'sticky bottom-0 z-10 -mx-5 border-line border-t bg-card px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-7 sm:px-7';

/** The best of an item: a photo unchanged, a video in its highest quality, a sound as it is. */
function requestFor({ id, kind }: InspectItem): Omit<DownloadRequest, 'url'> {
  if (kind === 'video') return { item: id, format: 'mp4', quality: 'high' };
  return { item: id, offer: kind === 'photo' ? 'photo' : 'original-sound' };
}

const ICONS = { video: Video, photo: Image, sound: Music } as const;

type ItemPickerProps = {
  readonly answer: InspectAnswer;
  readonly tickedIds: readonly string[];
  readonly disabled: boolean;
  readonly onTick: (tickedIds: readonly string[]) => void;
};

/** A grid of native checkboxes, each with its thumbnail and its kind. */
function ItemPicker({ answer, tickedIds, disabled, onTick }: ItemPickerProps) {
  const { t } = useWords();
  const hintId = useId();
  const { items, omittedItems } = answer;
  const tick = (id: string, isTicked: boolean) =>
    onTick(isTicked ? [...tickedIds, id] : tickedIds.filter((one) => one !== id));
  return (
    <fieldset className="min-w-0" disabled={disabled} aria-describedby={hintId}>
      <legend className="font-semibold">{t('post.itemsHeading', { count: items.length })}</legend>
      <p id={hintId} className="mt-1 mb-3 text-soft text-sm">
        {t('post.tickHint')}
      </p>
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-4 md:grid-cols-5">
        {items.map((item) => (
          <label
            key={item.id}
            className="group relative block cursor-pointer overflow-hidden rounded-md border border-line bg-card has-checked:border-signal-ink has-checked:ring-1 has-checked:ring-signal-ink has-focus-visible:outline-3 has-focus-visible:outline-signal-ink has-focus-visible:outline-offset-2"
          >
            <span className="block aspect-square bg-sunk">
              {item.thumbnailUrl && (
                <img
                  src={item.thumbnailUrl}
                  alt=""
                  loading="lazy"
                  width={160}
                  height={160}
                  className="size-full object-cover"
                />
              )}
            </span>
            <span className="flex items-center gap-1.5 p-1.5 text-xs sm:gap-2 sm:p-2 sm:text-sm">
              <input
                type="checkbox"
                checked={tickedIds.includes(item.id)}
                onChange={({ target }) => tick(item.id, target.checked)}
                className="size-5 flex-none"
              />
              {t('post.item', { kind: item.kind, index: item.index })}
            </span>
            <span className="absolute inset-s-2 top-2">
              <Badge icon={ICONS[item.kind]}>
                {item.durationSeconds === null
                  ? t('post.itemKind', { kind: item.kind })
                  : formatLength(item.durationSeconds)}
              </Badge>
            </span>
          </label>
        ))}
      </div>
      {omittedItems > 0 && (
        <p className="mt-2 text-soft text-sm">{t('post.omitted', { count: omittedItems })}</p>
      )}
    </fieldset>
  );
}

const { least, most, usual } = SECONDS_PER_PICTURE;
const SECONDS = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));

type AsVideoProps = {
  readonly flow: Pick<Flow, 'start'>;
  readonly slideshow: NonNullable<InspectAnswer['slideshow']>;
};

/** All pictures as a video: how long each is shown, and what comes of it. */
function AsVideo({ flow, slideshow }: AsVideoProps) {
  const { t, language } = useWords();
  const [seconds, setSeconds] = useState<number>(usual);
  const { pictures, hasSound, bytes } = slideshow;
  const fact = t('post.videoFact', {
    count: pictures,
    length: formatLength(pictures * seconds),
    size: formatBytes(bytes, language),
  });
  return (
    <div className="rounded-md border border-line p-4">
      <h3 className="font-semibold">
        {hasSound ? t('post.videoWithSound') : t('post.videoSilent')}
      </h3>
      <p className="mt-1 text-soft text-sm tabular-nums">{fact}</p>
      {!hasSound && <p className="mt-1 text-soft text-sm">{t('post.videoSilentHint')}</p>}
      <SegmentedControl
        className="mt-3"
        label={t('post.seconds')}
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
        options={SECONDS.map((value) => ({ value, label: value }))}
      />
      <Button
        icon={Film}
        className="mt-4 max-sm:w-full"
        onClick={() => void flow.start({ secondsPerPicture: seconds })}
      >
        {t('post.makeVideo')}
      </Button>
    </div>
  );
}
