// "Your Download is Ready!": the file, its receipt, and its actions.
import { ArrowDownToLine, QrCode, RefreshCw, Scissors, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { pathOf } from '../../../shared/routes.ts';
import { failureWords } from '../../download-client/failure-words.ts';
import type { DownloadState } from '../../download-client/flow-state.ts';
import { laterPart } from '../../page/later-part.tsx';
import { LazySection } from '../../page/lazy-section.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { languageOf } from '../../words/catalogues.ts';
import { formatSpan } from '../../words/figures.ts';
import { useWords } from '../../words/words.tsx';
import type { Flow } from './flow/flow.ts';
import { useExpiry } from './flow/use-expiry.ts';
import { PhoneSavePlace } from './phone-save/place.tsx';
import { ReceiptList } from './receipt/receipt-list.tsx';
import { savesAutomatically } from './saves-automatically.ts';
import { Section } from './section.tsx';
import { STICKY_ACTION } from './sticky-action.ts';

const Convert = laterPart(() => import('./convert/index.tsx').then(({ Convert }) => Convert));
const Everywhere = laterPart(() =>
  import('./convert/everywhere.tsx').then(({ Everywhere }) => Everywhere),
);

const ShareDialog = laterPart(() =>
  import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog),
);
const ProgramLink = laterPart(() =>
  import('./program-link.tsx').then(({ ProgramLink }) => ProgramLink),
);

const loadShortName = () => import('./receipt/short-name.tsx').then((it) => it.ShortName);
/** Longer than the server's shorter names. */
const isLongName = (name: string) => new TextEncoder().encode(name).length > 128;

type ResultCardProps = {
  readonly flow: Flow;
  readonly download: Extract<DownloadState, { kind: 'ready' }>;
  readonly platformName: string | null;
  readonly thumbnailUrl: string | null;
  /** Rendered at the end of the card. */
  readonly children?: ReactNode;
};

/** The card. */
export function ResultCard({
  flow,
  download,
  platformName,
  thumbnailUrl,
  children,
}: ResultCardProps) {
  const { t, language } = useWords();
  const { result, isPressed, savedEtag, title } = download;
  const isSavedEarly = savedEtag === result.etag;
  const link = useRef<HTMLAnchorElement>(null);
  const wasSaved = useRef(false);
  const [isSaving, setIsSaving] = useState(isSavedEarly);
  const [isSharing, setIsSharing] = useState<boolean>();
  const secondsLeft = useExpiry(result.expiresAt, flow.checkExpiry);

  useEffect(() => {
    if (wasSaved.current || isSavedEarly || !isPressed || !savesAutomatically()) return;
    wasSaved.current = true;
    setIsSaving(true);
    link.current?.click();
  }, [isPressed, isSavedEarly]);

  return (
    <Section
      stage="ready"
      tone="good"
      heading={t('download.resultHeading')}
      beside={
        <p className="text-soft text-sm tabular-nums first-letter:uppercase">
          {secondsLeft > 0
            ? t('download.expiresIn', { span: formatSpan(secondsLeft, language) })
            : t('download.expiresNow')}
        </p>
      }
    >
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        {thumbnailUrl && (
          <img
            src={thumbnailUrl}
            alt=""
            width={640}
            height={360}
            className="aspect-video w-full max-w-full self-start rounded-md bg-sunk object-contain sm:w-64 md:w-80"
          />
        )}
        <div className="min-w-0 flex-1 basis-56">
          {title && (
            <h3 className="line-clamp-2 text-lg [overflow-wrap:anywhere]" dir="auto">
              {title}
            </h3>
          )}
          <p className="mb-4 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
            {result.filename}
          </p>
          {isLongName(result.filename) && (
            <LazySection
              group="receipt"
              load={loadShortName}
              props={{ downloadUrl: result.downloadUrl }}
            />
          )}
          <ReceiptList result={result} platformName={platformName} />
        </div>
      </div>
      <div className={classNames(STICKY_ACTION, 'mt-6')}>
        <ButtonLink
          ref={link}
          href={result.downloadUrl}
          download={result.filename}
          variant="primary"
          size="large"
          wide
          icon={ArrowDownToLine}
        >
          {t('download.save')}
        </ButtonLink>
        {isSaving && <p className="mt-2 text-soft text-sm">{t('download.savedByItself')}</p>}
      </div>
      <NextSteps flow={flow} download={download} onShare={() => setIsSharing(true)} />
      {children}
      {isSharing !== undefined && (
        <Suspense>
          <ShareDialog
            isOpen={isSharing}
            shareUrl={result.shareUrl}
            onClose={() => setIsSharing(false)}
          />
        </Suspense>
      )}
    </Section>
  );
}

type NextStepsProps = Pick<ResultCardProps, 'flow' | 'download'> & { readonly onShare: () => void };

/** What can be done with the file besides saving it. */
function NextSteps({ flow, download, onShare }: NextStepsProps) {
  const { t, code } = useWords();
  const { job, result } = download;
  const [everywhere, setEverywhere] = useState<boolean>();
  const { playsOn, picture, durationSeconds } = result.receipt;
  const toggle = (way: boolean) => ({
    'aria-expanded': everywhere === way,
    onClick: () => setEverywhere(everywhere === way ? undefined : way),
  });
  return (
    <>
      <PhoneSavePlace
        key={result.downloadUrl}
        result={result}
        onGone={() => void flow.checkExpiry()}
        onMakeOver={() => setEverywhere(true)}
      />
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">
        <Button onClick={flow.reset}>{t('download.another')}</Button>
        {durationSeconds !== null && (
          <>
            <ButtonLink
              icon={Scissors}
              href={`${languageOf(code).prefix}${pathOf('trimmer')}?job=${job}`}
            >
              {t('download.trim')}
            </ButtonLink>
            <Button icon={RefreshCw} {...toggle(false)}>
              {t('download.convert')}
            </Button>
            {picture && !playsOn.includes('everything') && (
              <span className="contents [[data-make-over]~div_&]:hidden">
                <Suspense>
                  <Everywhere {...toggle(true)} />
                </Suspense>
              </span>
            )}
          </>
        )}
        <Button
          icon={QrCode}
          onClick={() => {
            onShare();
            if (result.shareUrl === null) void flow.share();
          }}
        >
          {t('download.share')}
        </Button>
        <Suspense>
          <ProgramLink job={job} />
        </Suspense>
        <Button variant="danger" icon={Trash2} onClick={() => void flow.remove()}>
          {t('download.remove')}
        </Button>
      </div>
      {everywhere !== undefined && (
        <Suspense fallback={<Skeleton className="mt-6 h-64 w-full rounded-md" />}>
          <Convert
            everywhere={everywhere}
            job={job}
            result={result}
            tools={flow.edits}
            explain={(failure) => failureWords(failure, null, t)}
          />
        </Suspense>
      )}
    </>
  );
}
