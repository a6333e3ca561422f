// "Customize Your Download": the post, its formats, and the button that starts the download.
import { CircleCheck, Download } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { InspectAnswer, InspectItem } from '../../../shared/api/inspect.ts';
import { focusWrongTime } from '../../cutting/focus-wrong-time.ts';
import { itemOf } from '../../download-client/fit-choice.ts';
import type { Choice, FlowState } from '../../download-client/flow-state.ts';
import { laterPart } from '../../page/later-part.tsx';
import { LazySection } from '../../page/lazy-section.tsx';
import { usePage } from '../../page/page-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatLength } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import { codecsOf, nameOf } from './describe-offer.ts';
import { FailedSection } from './failure/failed-section.tsx';
import type { Flow } from './flow/flow.ts';
import { kindOfFile } from './flow/read-choice.ts';
import { AllFormats, FormatChoice, FormatSwitch } from './format-choice.tsx';
import { OnlyPart } from './part/index.tsx';
import { Section } from './section.tsx';
import { STICKY_ACTION } from './sticky-action.ts';

const Advanced = laterPart(() => import('./advanced/index.tsx').then(({ Advanced }) => Advanced));

const WholePost = laterPart(() => import('./post/index.tsx').then(({ WholePost }) => WholePost));

const loadLoudness = () => import('./loudness-choice.tsx').then((it) => it.LoudnessChoice);

const loadLeaveOut = () => import('../../cutting/leave-out.tsx').then((it) => it.LeaveOut);

/** The label of the button, by kind of file. */
const START = {
  video: 'download.start',
  photo: 'download.startPhoto',
  sound: 'download.startSound',
} as const;

type OptionsCardProps = {
  readonly flow: Flow;
  readonly state: FlowState;
  readonly onEdit: () => void;
};

/** The card. Its button works before the inspection has finished: the simple choices need no list. */
export function OptionsCard({ flow, state, onEdit }: OptionsCardProps) {
  const { t } = useWords();
  const isAdvanced = usePage().route === 'advanced';
  const { check, inspection, choice } = state;
  if (check.kind !== 'valid') return null;
  if (inspection.kind === 'failed')
    return (
      <FailedSection
        stage="choosing"
        heading={t('download.lookFailedHeading')}
        failure={inspection.failure}
        platformName={check.platformName}
        actions={{
          again: () => void flow.inspect(),
          choose: null,
          edit: onEdit,
          another: flow.reset,
        }}
      />
    );
  const answer = inspection.kind === 'inspected' ? inspection.answer : null;
  const item = answer && itemOf(answer, choice);
  const platform = answer?.platformName ?? '';
  const isPhoto = item?.kind === 'photo';
  const isOne = !answer || answer.items.length === 1;
  const formats = !isAdvanced && !isPhoto && (
    <FormatSwitch item={item} choice={choice} onChoose={flow.choose} />
  );
  const oneItem = (
    <>
      {!isOne && formats}
      {isAdvanced && !isPhoto ? (
        answer &&
        item && (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-md" />}>
            <Advanced flow={flow} answer={answer} item={item} choice={choice} />
          </Suspense>
        )
      ) : (
        <SimpleOptions
          flow={flow}
          item={item}
          isAlone={isOne}
          isInspecting={inspection.kind === 'loading'}
          platformName={platform}
          choice={choice}
        />
      )}
      {answer && item?.part && (
        <PartOptions flow={flow} item={item} hints={answer.hints} choice={choice} />
      )}
      {item?.hasLocked && (
        <p className="text-soft text-sm">{t('download.someLocked', { platform })}</p>
      )}
      <div className={STICKY_ACTION}>
        <Button
          variant="primary"
          size="large"
          wide
          icon={Download}
          onClick={() => focusWrongTime() || void flow.start()}
        >
          {t(START[kindOfFile(item, choice)])}
        </Button>
      </div>
    </>
  );
  return (
    <Section
      stage="choosing"
      heading={t('download.optionsHeading')}
      beside={
        <p className="flex flex-wrap items-center gap-2" role="status">
          <Badge tone="good" icon={CircleCheck}>
            {t('download.validTitle')}
          </Badge>
          <span className="text-soft text-sm">
            {[check.platformName, t('download.validReady')].filter(Boolean).join(' · ')}
          </span>
        </p>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <Preview answer={answer} item={item} platformName={check.platformName}>
          {isOne && formats}
        </Preview>
        {answer && !isOne ? (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-md" />}>
            <WholePost flow={flow} answer={answer} choice={choice}>
              {oneItem}
            </WholePost>
          </Suspense>
        ) : (
          oneItem
        )}
      </div>
    </Section>
  );
}

type PartOptionsProps = Pick<SimpleOptionsProps, 'flow' | 'choice'> & {
  readonly item: InspectItem;
  readonly hints: InspectAnswer['hints'];
};

/** What of a video is wanted: only a part, and all but what viewers marked, where they marked anything. */
function PartOptions({ flow, item, hints, choice }: PartOptionsProps) {
  const onChange = (details: Choice['details']) => flow.choose({ details });
  return (
    <>
      <OnlyPart key={item.id} flow={flow} item={item} hints={hints} choice={choice} />
      {item.chapters.some(({ marked }) => marked) && (
        <LazySection group="part" load={loadLeaveOut} props={{ item, choice, onChange }} />
      )}
    </>
  );
}

type SimpleOptionsProps = {
  readonly flow: Flow;
  readonly item: InspectItem | null;
  /** Whether it is all of the post. */
  readonly isAlone: boolean;
  readonly isInspecting: boolean;
  readonly platformName: string;
  readonly choice: Choice;
};

/** The three qualities, and the list of all formats. */
function SimpleOptions({
  flow,
  item,
  isAlone,
  isInspecting,
  platformName,
  choice,
}: SimpleOptionsProps) {
  const words = useWords();
  const { t } = words;
  const picked = item?.offers.find((offer) => offer.id === choice.offerId) ?? null;
  const isPhoto = item?.kind === 'photo';
  return (
    <>
      {isPhoto ? (
        isAlone && <p className="text-soft">{t('download.photoPost')}</p>
      ) : (
        <FormatChoice
          item={item}
          isInspecting={isInspecting}
          platformName={platformName}
          choice={choice}
          onChoose={flow.choose}
        />
      )}
      {item && (
        <AllFormats
          offers={item.offers}
          platformName={platformName}
          format={choice.format}
          picked={choice.offerId}
          onPick={(offerId) => flow.choose({ offerId })}
        />
      )}
      {picked && !isPhoto && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>
            {t('download.pickedRow', {
              row: `${nameOf(picked, platformName, words)} · ${codecsOf(picked, words)}`,
            })}
          </span>
          <Button variant="quiet" onClick={() => flow.choose({ offerId: null })}>
            {t('download.unpick')}
          </Button>
        </p>
      )}
      {item && isAlone && (choice.format === 'mp3' || choice.details?.loudness) && (
        <LazySection
          group="advanced"
          load={loadLoudness}
          props={{ item, choice, onChoose: flow.choose }}
        />
      )}
    </>
  );
}

const FRAME =
  'relative aspect-video w-full max-w-full self-start overflow-hidden rounded-md bg-sunk sm:w-80 md:w-96';
const ROW = 'flex flex-wrap gap-x-6 gap-y-4';

type PreviewProps = {
  /** Null while the post is being inspected: a skeleton of the same size is shown, so that the layout does not shift. */
  readonly answer: InspectAnswer | null;
  readonly item: InspectItem | null;
  readonly platformName: string | null;
  /** The first choice, beside the picture where there is room. */
  readonly children: ReactNode;
};

/** The preview of a post: thumbnail, title, author and duration. */
function Preview({ answer, item, platformName, children }: PreviewProps) {
  const { t } = useWords();
  const length = item?.durationSeconds ?? null;
  return (
    <div className={ROW}>
      {answer ? (
        <div className={FRAME}>
          {item?.thumbnailUrl && (
            <img
              src={item.thumbnailUrl}
              alt=""
              width={640}
              height={360}
              className="size-full object-contain"
            />
          )}
          {length !== null && (
            <span className="absolute end-2 bottom-2 rounded-sm bg-ink px-2 text-paper text-xs tabular-nums leading-6">
              <span className="sr-only">{t('download.length', { length: '' })}</span>
              <span dir="ltr">{formatLength(length)}</span>
            </span>
          )}
        </div>
      ) : (
        <Skeleton className={FRAME} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        {answer ? (
          <>
            <h3 className="line-clamp-3 text-lg [overflow-wrap:anywhere]" dir="auto">
              {answer.media.title}
            </h3>
            {answer.media.author && (
              <p className="mt-1 truncate text-soft" dir="auto">
                {t('download.by', { author: answer.media.author })}
              </p>
            )}
          </>
        ) : (
          <>
            <p className="sr-only">{t('download.previewLoading')}</p>
            <Skeleton className="h-7 w-11/12" />
            <Skeleton className="mt-2 h-7 w-2/3" />
            <Skeleton className="mt-3 h-5 w-1/3" />
            <p className="mt-2 text-sm text-soft">
              {platformName && t('download.asking', { platform: platformName })}
            </p>
          </>
        )}
        {children && <div className="mt-6">{children}</div>}
      </div>
    </div>
  );
}
