// The panel below the editor: the start button, then the progress, then the file or the failure.
import { ArrowDownToLine, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DownloadResult } from '../../../../shared/api/download.ts';
import { formatTime } from '../../../cutting/times.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Progress } from '../../../ui/progress.tsx';
import { formatBytes, formatPercent } from '../../../words/figures.ts';
import { FailureText } from '../failure-text.tsx';
import type { LiveShare } from '../media/live-share.ts';
import type { CutFile } from '../media/make-cut.ts';
import type { CutState } from '../media/use-cut.ts';
import { SendOffer } from '../sending/send-offer.tsx';
import { useTrimmerWords } from '../use-trimmer-words.ts';

type CutPanelProps = {
  readonly state: CutState;
  readonly onCancel: () => void;
  readonly onAgain: () => void;
  /** The button that starts it. */
  readonly children: ReactNode;
};

/** The panel for each state; announces the progress at every 25 percent, and the end, to screen readers. */
export function CutPanel({ state, onCancel, onAgain, children }: CutPanelProps) {
  const { t } = useTrimmerWords();
  const isAction = state.kind !== 'made' && state.kind !== 'failed';
  return (
    <div className={classNames('mt-6', isAction && 'trim-action')}>
      <Announcer state={state} />
      {(state.kind === 'none' || state.kind === 'cancelled') && (
        <>
          {children}
          {state.kind === 'cancelled' && (
            <p className="mt-3 text-soft text-sm">{t('trimmer.cancelled')}</p>
          )}
        </>
      )}
      {(state.kind === 'making' || state.kind === 'checking') && (
        <Making share={state.kind === 'making' ? state.share : null} onCancel={onCancel} />
      )}
      {state.kind === 'made' && <Made state={state} />}
      {state.kind === 'failed' && (
        <div className="rounded-md border border-bad p-4">
          <h3 className="text-lg">{t('trimmer.failedHeading')}</h3>
          <FailureText error={state.error} />
          <Button icon={RotateCcw} className="mt-4" onClick={onAgain}>
            {t('trimmer.again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Making({ share, onCancel }: { share: LiveShare | null; onCancel: () => void }) {
  const { t } = useTrimmerWords();
  const cancel = useRef<HTMLButtonElement>(null);
  // The focused button is removed: moves the focus to the next one.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  return (
    <div>
      {share === null ? <Checking /> : <Share share={share} />}
      <Button ref={cancel} icon={X} className="mt-4 max-sm:w-full" onClick={onCancel}>
        {t('trimmer.cancel')}
      </Button>
    </div>
  );
}

function Share({ share }: { share: LiveShare }) {
  const { t, language } = useTrimmerWords();
  const percent = useSyncExternalStore(share.subscribe, share.get) * 100;
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{t('trimmer.makingHeading')}</span>
        <span className="font-display text-xl tabular-nums" dir="ltr">
          {formatPercent(percent, language)}
        </span>
      </p>
      <Progress className="mt-2" label={t('trimmer.progressLabel')} value={percent} />
    </>
  );
}

function Checking() {
  const { t } = useTrimmerWords();
  return (
    <>
      <p className="font-semibold">{t('trimmer.checking')}</p>
      <Progress className="mt-2" label={t('trimmer.progressLabel')} value={null} />
    </>
  );
}

function Made({ state }: { state: Extract<CutState, { kind: 'made' }> }) {
  const { t } = useTrimmerWords();
  const { cut, urls } = state;
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => links.current?.querySelector('a')?.focus(), []);
  return (
    <div ref={links} className="grid gap-5 rounded-md border border-good p-4">
      {cut.files.map((file, index) => (
        <MadeFile key={file.name} file={file} url={urls[index] ?? ''} isAlone={urls.length === 1} />
      ))}
      {cut.files.length > 1 && <p className="text-soft text-sm">{t('trimmer.saveEach')}</p>}
    </div>
  );
}

type MadeFileProps = { readonly file: CutFile; readonly url: string; readonly isAlone: boolean };

function MadeFile({ file, url, isAlone }: MadeFileProps) {
  const { t, language } = useTrimmerWords();
  return (
    <div
      className={classNames(
        !isAlone && 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3',
      )}
    >
      <div>
        {isAlone && <h3 className="text-lg">{t('trimmer.readyHeading')}</h3>}
        <p className="mt-1 text-soft text-sm [overflow-wrap:anywhere]" dir="auto">
          {file.name}
        </p>
        <p className="mt-2 text-sm">
          {t('trimmer.readyChecked', {
            length: formatTime(file.durationMs),
            size: formatBytes(file.file.size, language),
          })}
          {' · '}
          {t('trimmer.readyStart', { time: formatTime(file.startMs) })}
        </p>
      </div>
      <div className={classNames(isAlone && 'mt-4')}>
        <ButtonLink
          href={url}
          download={file.name}
          variant="primary"
          size={isAlone ? 'large' : 'normal'}
          wide={isAlone}
          icon={ArrowDownToLine}
        >
          {t('trimmer.save')}
        </ButtonLink>
        {!file.playsEverywhere && <EverywhereOffer cut={file} />}
      </div>
    </div>
  );
}

function Announcer({ state }: { state: CutState }) {
  const { t } = useTrimmerWords();
  return (
    <p role="status" className="sr-only">
      {state.kind === 'making' && <AnnouncedShare share={state.share} />}
      {state.kind === 'checking' && t('trimmer.checking')}
      {state.kind === 'made' && t('trimmer.announceReady')}
      {state.kind === 'cancelled' && t('trimmer.cancelled')}
    </p>
  );
}

const STEP = 0.25;

function AnnouncedShare({ share }: { share: LiveShare }) {
  const { t, language } = useTrimmerWords();
  const steps = useSyncExternalStore(share.subscribe, () => Math.floor(share.get() / STEP));
  return t('trimmer.announcePercent', { percent: formatPercent(steps * STEP * 100, language) });
}

/** Offers to have a file that not every device plays encoded on the server; then the way to what it made. */
function EverywhereOffer({ cut }: { readonly cut: CutFile }) {
  const [result, setResult] = useState<DownloadResult | null>(null);
  const [file] = useState(() => new File([cut.file], cut.name, { type: cut.file.type }));
  if (result) return <Ready result={result} />;
  return (
    <SendOffer
      file={file}
      as="everywhere"
      text="trimmer.everywhereText"
      action="trimmer.everywhere"
      onReady={setResult}
    />
  );
}

function Ready({ result }: { readonly result: DownloadResult }) {
  const { t, language } = useTrimmerWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="mt-4">
      <p role="status" className="font-semibold">
        {t('trimmer.everywhereReady')}
      </p>
      <p className="mt-1 text-soft text-sm tabular-nums">
        <bdi>{formatBytes(result.receipt.bytes, language)}</bdi>
      </p>
      <ButtonLink
        ref={link}
        href={result.downloadUrl}
        download={result.filename}
        variant="primary"
        className="mt-3"
        icon={ArrowDownToLine}
      >
        {t('trimmer.save')}
      </ButtonLink>
    </div>
  );
}
